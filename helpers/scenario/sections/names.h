// Names that must be known.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "helpers/scenario/did_you_mean.h"
#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/scalars.h"
#include "helpers/scenario/value.h"

namespace qoslab::sections {

template <typename T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const auto& t : things) names.push_back(t.name);
  return names;
}

template <typename T>
const T* find_named(const std::vector<T>& things, std::string_view name) {
  const auto thing = std::find_if(things.begin(), things.end(), [&](const T& t) { return t.name == name; });
  return thing == things.end() ? nullptr : &*thing;
}

/// Reports a name that is none of `known`; a text that cannot be a name has been reported before.
inline bool resolve(const Value& name, const std::string& what, const std::vector<std::string>& known,
                    Diagnostics& out) {
  if (name.refused) return false;
  if (std::find(known.begin(), known.end(), name.text) != known.end()) return true;
  if (parse_name(name.text)) {
    error(out, name.position, "no " + what + " " + in_quotes(name.text),
          did_you_mean(name.text, known, "define it first"));
  }
  return false;
}

}  // namespace qoslab::sections
