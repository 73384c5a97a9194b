/// What a feature is, by its layer, its geometry and its tags.
enum Classification {
    /// Nil for what is never drawn nor named.
    static func kind(_ role: LayerRole, _ type: MVTFeature.GeometryType, _ tags: FeatureTags) -> FeatureKind?
    {
        switch role {
        case .ignored: nil
        case .water: water(type, tags)
        case .waterLines: type == .line ? waterway(tags) : nil
        case .waterNames: type == .polygon ? nil : .waterName
        case .buildings: type == .polygon ? .area(.building) : nil
        case .roads: type == .point ? nil : type == .line ? road(tags).map { .line($0) } : roadArea(tags)
        case .plazas: type == .polygon ? .area(.plaza) : nil
        case .roadNames: type == .line ? road(tags).map { .streetName($0) } : nil
        case .areas: type == .polygon ? area(tags).map { .area($0) } : nil
        case .parks: type == .polygon ? .area(area(tags) ?? .park) : nil
        case .settlements: type == .point ? settlement(tags) : nil
        case .points: type == .point ? pointOfInterest(tags) : nil
        case .unknown: unknown(type)
        }
    }

    /// A schema that we do not know is drawn plainly.
    private static func unknown(_ type: MVTFeature.GeometryType) -> FeatureKind? {
        switch type {
        case .line: .line(.minor)
        case .polygon: .area(.industrial)
        case .point, .unknown: nil
        }
    }

    private static func water(_ type: MVTFeature.GeometryType, _ tags: FeatureTags) -> FeatureKind? {
        switch type {
        case .polygon: .area(.water)
        case .line: .line(ClassWords.waterways[tags.word] == .river ? .river : .stream)
        case .point: .waterName
        case .unknown: nil
        }
    }

    private static func waterway(_ tags: FeatureTags) -> FeatureKind? {
        ClassWords.waterways[tags[.waterway] ?? tags.word].map { .line($0) }
    }

    private static func road(_ tags: FeatureTags) -> LineClass? {
        let (word, detail) = (plain(tags.word), plain(tags.detail))
        if isPavement(detail) || isPavement(tags[.footway] ?? "") || word == "subway" || detail == "subway" {
            return nil
        }
        var found = ClassWords.general.contains(word) ? ClassWords.lines[detail] : nil
        found = found ?? ClassWords.lines[word]
        let isTrain = found == .rail || found == .tram
        if let service = tags[.service], !service.isEmpty, found != nil, !isTrain { found = .service }
        if tags.isLink { found = found?.link }
        let isHidden = isTrain || found == .path || found == .service
        return tags.isTunnel && isHidden ? nil : found
    }

    private static func roadArea(_ tags: FeatureTags) -> FeatureKind? {
        switch tags.word {
        case "pedestrian", "footway", "path", "other": .area(.plaza)
        case "runway", "taxiway", "apron", "aerodrome": .area(.industrial)
        default: tags[.highway] == "pedestrian" ? .area(.plaza) : nil
        }
    }

    private static func area(_ tags: FeatureTags) -> AreaClass? {
        for word in [tags.word, tags[.subclass], tags[.leisure], tags[.landuse], tags[.natural], tags[.type]]
        {
            if let word, let found = ClassWords.areas[word] { return found }
        }
        return nil
    }

    private static func settlement(_ tags: FeatureTags) -> FeatureKind? {
        guard hasName(tags) else { return nil }
        return ClassWords.settlements[tags.first(.kindDetail, .place) ?? tags.word].map { .settlement($0) }
    }

    private static func pointOfInterest(_ tags: FeatureTags) -> FeatureKind? {
        guard hasName(tags) else { return nil }
        let word = tags.first(.amenity, .tourism, .shop, .railway, .subclass, .highway) ?? tags.word
        let isStation = isStop(word) || isStop(tags[.railway]) || isStop(tags[.subclass])
        // Schemas have tram stops and entrances among the railways: there are too many of them to be named before streets.
        if isStation || ["station", "railway", "rail"].contains(tags.word) && PoiKind.rank(of: word) == nil {
            return .station
        }
        return PoiKind.rank(of: word) == nil ? nil : .pointOfInterest(PoiKind(word: word))
    }

    private static func isStop(_ word: String?) -> Bool { word == "station" || word == "halt" }
    private static func isPavement(_ word: String) -> Bool { word == "sidewalk" || word == "crossing" }
    private static func plain(_ word: String) -> String {
        word.hasSuffix("_link") ? String(word.dropLast("_link".count)) : word
    }
    private static func hasName(_ tags: FeatureTags) -> Bool {
        tags.first(.nameOfUser, .name, .nameLatin, .nameEnglish) != nil
    }
}
