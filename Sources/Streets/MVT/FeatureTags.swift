/// The attributes of a feature that its class depends on.
struct FeatureTags {
    /// The key of an attribute that matters, in the order in which equal ones are looked at.
    enum Key: Int, CaseIterable {
        case kind, pmapKind, classWord, type, kindDetail, highway, subclass, railway
        case leisure, landuse, natural, waterway, place, amenity, tourism, shop
        case footway, service, tunnel, brunnel, structure, isTunnel, link, ramp, isLink
        case name, nameOfUser, nameLatin, nameEnglish, number, shieldText

        /// The key's name in the tiles; the user's language is put in by `TagKeys`.
        var word: String {
            switch self {
            case .kind: "kind"
            case .pmapKind: "pmap:kind"
            case .classWord: "class"
            case .type: "type"
            case .kindDetail: "kind_detail"
            case .highway: "highway"
            case .subclass: "subclass"
            case .railway: "railway"
            case .leisure: "leisure"
            case .landuse: "landuse"
            case .natural: "natural"
            case .waterway: "waterway"
            case .place: "place"
            case .amenity: "amenity"
            case .tourism: "tourism"
            case .shop: "shop"
            case .footway: "footway"
            case .service: "service"
            case .tunnel: "tunnel"
            case .brunnel: "brunnel"
            case .structure: "structure"
            case .isTunnel: "is_tunnel"
            case .link: "link"
            case .ramp: "ramp"
            case .isLink: "is_link"
            case .name: "name"
            case .nameOfUser: ""
            case .nameLatin: "name:latin"
            case .nameEnglish: "name_en"
            case .number: "ref"
            case .shieldText: "shield_text"
            }
        }
    }

    /// The value of each key that the feature has, as text.
    private var values = [String?](repeating: nil, count: Key.allCases.count)

    subscript(key: Key) -> String? {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }

    /// The main word of the feature.
    var word: String { first(.kind, .pmapKind, .classWord, .type) ?? "" }
    /// The word that says it more exactly.
    var detail: String { first(.kindDetail, .highway, .subclass, .railway) ?? "" }

    var isTunnel: Bool {
        isTrue(.tunnel) || isTrue(.isTunnel) || self[.brunnel] == "tunnel" || self[.structure] == "tunnel"
    }

    var isLink: Bool {
        word.hasSuffix("_link") || detail.hasSuffix("_link") || isTrue(.link) || isTrue(.ramp)
            || isTrue(.isLink)
    }

    /// The first of some keys that the feature has.
    func first(_ keys: Key...) -> String? {
        for key in keys { if let value = self[key], !value.isEmpty { return value } }
        return nil
    }

    private func isTrue(_ key: Key) -> Bool { ["yes", "1", "true"].contains(self[key]) }
}
