// Where the parts of a scenario stand in its file.
#pragma once

#include <string>
#include <string_view>

#include "helpers/scenario/fields.h"
#include "model/scenario/port_spec.h"

namespace qoslab::checks {

/// A named member of a section: node, link, port, flow. Null if there is none.
inline const Entry* entry_of(const Fields& root, std::string_view section, std::string_view name) {
  const Value* map = root.value().find(section);
  return map != nullptr ? map->find_entry(name) : nullptr;
}

/// Where a key of an entry has its value; the entry itself if it lacks the key.
inline Position place_in(const Entry* entry, std::string_view key) {
  if (entry == nullptr) return {};
  const Value* value = entry->value.find(key);
  return value != nullptr ? value->position : entry->position;
}

inline std::string name_of(const PortSpec& port) { return port.node + "." + port.link; }

inline const Entry* entry_of(const Fields& root, const PortSpec& port) {
  return entry_of(root, "ports", name_of(port));
}

/// A class anywhere in the tree below `owner`, a port or a class.
inline const Entry* class_entry(const Value& owner, std::string_view name) {
  const Value* classes = owner.find("classes");
  if (classes == nullptr) return nullptr;
  for (const auto& e : classes->entries) {
    if (e.key == name) return &e;
    if (const Entry* below = class_entry(e.value, name)) return below;
  }
  return nullptr;
}

}  // namespace qoslab::checks
