#include "helpers/scenario/fields.h"

#include "helpers/scenario/form.h"

namespace qoslab {
namespace {

/// The keys of the maps that a value of this shape is or holds.
const KeyTable* table_in(const Shape& shape) {
  if (shape.table != nullptr) return &shape.table();
  const KeyTable* found = nullptr;
  for (const auto& part : shape.parts)
    if (found == nullptr) found = table_in(part);
  return found;
}

}  // namespace

Position Fields::place(std::string_view key) const {
  const Value* v = map_->find(key);
  return v != nullptr ? v->position : map_->position;
}

const Key* Fields::key_named(std::string_view key) const {
  for (const auto* k : keys_for(*map_, *table_))
    if (k->name == key) return k;
  return nullptr;
}

const KeyTable* Fields::table_of(std::string_view key) const {
  const Key* k = key_named(key);
  if (k == nullptr) return nullptr;
  return table_in(k->shape);
}

std::string Fields::text(std::string_view key) const {
  const Key* k = key_named(key);
  if (k == nullptr) return "";
  const Value* v = map_->find(key);
  if (v == nullptr) return k->standard;
  return v->kind == Value::Kind::scalar && !v->refused ? v->text : "";
}

std::optional<std::int64_t> Fields::count(std::string_view key) const {
  const auto n = read(key, parse_count);
  const Key* k = key_named(key);
  if (!n || k == nullptr) return n;
  const auto real = static_cast<double>(*n);
  return real < k->shape.least || real > k->shape.most ? std::nullopt : n;
}

bool Fields::flag(std::string_view key) const { return text(key) == "true"; }

std::optional<Fields> Fields::map(std::string_view key) const {
  const Value* v = map_->find(key);
  const KeyTable* table = table_of(key);
  if (v == nullptr || v->kind != Value::Kind::map || table == nullptr) return std::nullopt;
  return Fields{*v, *table};
}

std::vector<Fields> Fields::maps(std::string_view key) const {
  std::vector<Fields> result;
  const Value* v = map_->find(key);
  const KeyTable* table = table_of(key);
  if (v == nullptr || table == nullptr) return result;
  for (const auto& item : v->items)
    if (item.kind == Value::Kind::map) result.emplace_back(item, *table);
  return result;
}

std::vector<std::pair<const Entry*, Fields>> Fields::named(std::string_view key) const {
  std::vector<std::pair<const Entry*, Fields>> result;
  const Value* v = map_->find(key);
  const KeyTable* table = table_of(key);
  if (v == nullptr || table == nullptr) return result;
  for (const auto& e : v->entries)
    if (e.value.kind == Value::Kind::map) result.emplace_back(&e, Fields{e.value, *table});
  return result;
}

std::vector<const Value*> Fields::scalars(std::string_view key) const {
  const Value* v = map_->find(key);
  if (v == nullptr) return {};
  if (v->kind == Value::Kind::scalar && !v->refused) return {v};
  std::vector<const Value*> result;
  for (const auto& item : v->items)
    if (item.kind == Value::Kind::scalar && !item.refused) result.push_back(&item);
  return result;
}

}  // namespace qoslab
