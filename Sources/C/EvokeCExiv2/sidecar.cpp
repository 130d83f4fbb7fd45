#include "exiv2_tags.h"
#include "exiv2_start.hpp"

#include <exiv2/exiv2.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

const char nothing[] = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
                       "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/></x:xmpmeta>\n";

using Said = std::multiset<std::pair<std::string, std::string>>;

/// All that a sidecar says, value by value.
Said said(const Exiv2::XmpData &xmp) {
    Said all;
    for (const auto &datum : xmp) all.emplace(datum.key(), datum.toString());
    return all;
}

/// The collections in a list of them, from 1 on.
std::string collection(const std::string &list, int number) { return list + "[" + std::to_string(number) + "]"; }

/// The name of each.
std::vector<std::string> collections(Exiv2::XmpData &xmp, const std::string &list) {
    std::vector<std::string> names;
    for (int number = 1;; number++) {
        const auto entry = collection(list, number);
        const auto name = xmp.findKey(Exiv2::XmpKey(entry + "/mwg-coll:CollectionName"));
        if (name == xmp.end() && xmp.findKey(Exiv2::XmpKey(entry)) == xmp.end()) return names;
        names.push_back(name == xmp.end() ? "" : name->toString());
    }
}

/// The schemas that a key names, and where each is described.
std::map<std::string, std::string> schemas(const std::string &key) {
    const Exiv2::XmpKey parsed(key);
    std::map<std::string, std::string> all{{parsed.groupName(), ""}};
    for (size_t slash = key.find('/'); slash != std::string::npos; slash = key.find('/', slash + 1)) {
        const size_t colon = key.find(':', slash);
        if (colon != std::string::npos) all[key.substr(slash + 1, colon - slash - 1)];
    }
    for (auto &one : all) one.second = Exiv2::XmpProperties::ns(one.first);
    return all;
}

void addStructure(Exiv2::XmpData &xmp, const std::string &key, bool isList) {
    Exiv2::XmpTextValue value;
    if (isList) value.setXmpArrayType(Exiv2::XmpValue::xaBag);
    else value.setXmpStruct();
    xmp.add(Exiv2::XmpKey(key), &value);
}

void addCollection(Exiv2::XmpData &xmp, const std::string &list, const std::string &name) {
    const auto names = collections(xmp, list);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    if (xmp.findKey(Exiv2::XmpKey(list)) == xmp.end()) addStructure(xmp, list, true);
    const auto entry = collection(list, int(names.size()) + 1);
    addStructure(xmp, entry, false);
    Exiv2::XmpTextValue value(name);
    xmp.add(Exiv2::XmpKey(entry + "/mwg-coll:CollectionName"), &value);
}

/// Those behind it get other numbers.
void withdrawCollection(Exiv2::XmpData &xmp, const std::string &list, const std::string &name) {
    const auto names = collections(xmp, list);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return;
    const int gone = int(found - names.begin()) + 1;
    Exiv2::XmpData rest;
    for (const auto &datum : xmp) {
        std::string key = datum.key();
        if (key == list && names.size() == 1) continue;
        if (key.rfind(list + "[", 0) == 0) {
            const int number = std::atoi(key.c_str() + list.size() + 1);
            if (number == gone) continue;
            if (number > gone) key = collection(list, number - 1) + key.substr(collection(list, number).size());
        }
        rest.add(Exiv2::XmpKey(key), datum.getValue().get());
    }
    xmp = rest;
}

void withdraw(Exiv2::XmpData &xmp, const Exiv2::XmpKey &key, const std::string &text) {
    const auto known = xmp.findKey(key);
    if (known == xmp.end()) return;
    const auto value = known->getValue();
    if (const auto list = dynamic_cast<const Exiv2::XmpArrayValue *>(value.get())) {
        Exiv2::XmpArrayValue rest(list->typeId());
        for (long i = 0; i < list->count(); i++)
            if (list->toString(i) != text) rest.read(list->toString(i));
        if (rest.count() == list->count()) return;
        if (rest.count() > 0) known->setValue(&rest);
        else xmp.erase(known);
    } else if (const auto texts = dynamic_cast<const Exiv2::LangAltValue *>(value.get())) {
        const auto given = texts->value_.find("x-default");
        if (texts->value_.size() == 1 && given != texts->value_.end() && given->second == text) xmp.erase(known);
    } else if (value->toString() == text) {
        xmp.erase(known);
    }
}

void add(Exiv2::XmpData &xmp, const EvokeXmpAddition &addition) {
    const Exiv2::XmpKey key(addition.key);
    const auto known = xmp.findKey(key);
    switch (addition.kind) {
    case EVOKE_XMP_COLLECTION: return addCollection(xmp, addition.key, addition.value);
    case EVOKE_XMP_COLLECTION_WITHDRAWN: return withdrawCollection(xmp, addition.key, addition.value);
    case EVOKE_XMP_WITHDRAWN: return withdraw(xmp, key, addition.value);
    case EVOKE_XMP_TEXT: {
        if (known != xmp.end()) return;
        Exiv2::XmpTextValue value(addition.value);
        xmp.add(key, &value);
        return;
    }
    case EVOKE_XMP_TEXT_OF_LANGUAGES: {
        if (known != xmp.end()) return;
        Exiv2::LangAltValue value;
        value.value_["x-default"] = addition.value;
        xmp.add(key, &value);
        return;
    }
    case EVOKE_XMP_STRUCTURE:
    case EVOKE_XMP_LIST_OF_STRUCTURES: {
        if (known != xmp.end()) return;
        return addStructure(xmp, addition.key, addition.kind == EVOKE_XMP_LIST_OF_STRUCTURES);
    }
    case EVOKE_XMP_ONE_MORE:
        if (known == xmp.end()) return;
        [[fallthrough]];
    case EVOKE_XMP_ONE_OF_SEVERAL: {
        if (known == xmp.end()) {
            Exiv2::XmpArrayValue value(Exiv2::xmpBag);
            value.read(addition.value);
            xmp.add(key, &value);
            return;
        }
        const auto value = known->getValue();
        for (long i = 0; i < value->count(); i++)
            if (value->toString(i) == addition.value) return;
        value->read(addition.value);
        known->setValue(value.get());
        return;
    }
    }
}

} // namespace

int evoke_xmp_with(const unsigned char *bytes, size_t count, const EvokeXmpAddition *additions, size_t length,
                   EvokeXmpTaker take, void *context) {
    return evoke::guarded([=] {
        std::vector<std::map<std::string, std::string>> meant;
        for (size_t i = 0; i < length; i++) meant.push_back(schemas(additions[i].key));
        Exiv2::XmpData xmp;
        if (count > 0 && Exiv2::XmpParser::decode(xmp, std::string(bytes, bytes + count)) != 0)
            return int(EVOKE_TAGS_DAMAGED);
        // One that means others by these names would be added to in their schemas.
        for (size_t i = 0; i < length; i++)
            if (schemas(additions[i].key) != meant[i]) return int(EVOKE_TAGS_DAMAGED);
        // Lists are one value each, and may become longer.
        Said before = said(xmp);
        for (size_t i = 0; i < length; i++) {
            const auto known = xmp.findKey(Exiv2::XmpKey(additions[i].key));
            if (known != xmp.end()) before.erase({known->key(), known->toString()});
            if (additions[i].kind == EVOKE_XMP_COLLECTION_WITHDRAWN) {
                const std::string entries = std::string(additions[i].key) + "[";
                for (auto one = before.begin(); one != before.end();)
                    one = one->first.rfind(entries, 0) == 0 ? before.erase(one) : std::next(one);
            }
            add(xmp, additions[i]);
        }
        std::string written;
        if (Exiv2::XmpParser::encode(written, xmp, Exiv2::XmpParser::omitPacketWrapper) != 0)
            return int(EVOKE_TAGS_DAMAGED);
        // Exiv2 has no words for a sidecar that says nothing any more.
        if (xmp.empty()) written = nothing;
        // What Exiv2 does not keep of other programs' words must not be lost.
        Exiv2::XmpData again;
        if (Exiv2::XmpParser::decode(again, written) != 0) return int(EVOKE_TAGS_DAMAGED);
        const Said after = said(again);
        for (const auto &one : before)
            if (after.count(one) < before.count(one)) return int(EVOKE_TAGS_DAMAGED);
        take(context, reinterpret_cast<const unsigned char *>(written.data()), written.size());
        return int(EVOKE_TAGS_READ);
    });
}
