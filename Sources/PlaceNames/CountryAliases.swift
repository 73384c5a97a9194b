/// Names of countries that people write and the gazetteer lacks, or has for another country; and what is part of one.
enum CountryAliases {
    /// Letters of a country and its further names, folded.
    static let all: [(letters: String, names: [String])] = text.split(separator: "\n").map { line in
        let halves = line.split(separator: ":")
        return (String(halves[0]), halves[1].dropFirst().split(separator: "|").map(String.init))
    }

    /// Names that mean several countries.
    static let unclear = ["guiana"]

    /// Codes that are no longer, or not by ISO 3166, those of a country.
    static let codes = [
        "UK": "GB", "EL": "GR", "KOS": "XK", "XKX": "XK", "ENG": "GB", "SCO": "GB", "WAL": "GB", "NIR": "GB",
        "ROM": "RO", "ZAR": "CD", "TMP": "TL",
    ]

    /// Parts of a country that tables name as countries, by code or name, with the name of the region they are.
    static let parts = [
        "england": "england", "scotland": "scotland", "wales": "wales",
        "northern ireland": "northern ireland",
        "eng": "england", "sco": "scotland", "wal": "wales", "nir": "northern ireland",
    ]

    /// What else may be meant where a country is given.
    static let territories = [
        "US": "PR VI GU AS MP UM",
        "FR": "GP MQ GF RE YT PM BL MF WF PF NC TF",
        "CN": "HK MO TW",
        "DK": "FO GL",
        "FI": "AX",
        "NO": "SJ BV",
        "NL": "AW CW SX BQ",
        "GB": "JE GG IM GI BM KY VG TC AI MS FK SH",
        "AU": "NF CX CC HM",
        "NZ": "CK NU TK",
    ]

    /// Words before and after names of countries.
    static let prefixes = [
        "the", "republic of", "state of", "kingdom of", "islamic republic of", "commonwealth of",
        "federal republic of",
    ]
    static let suffixes = ["islands", "island", "rep", "republic", "is"]

    private static let text = """
        AE: uae|u a e|emirates|u a emirates
        AG: antigua
        BA: bosnia|bosnia herzegovina|bosnia and herzegovina|bosnia hercegovina|bosnia and hercegovina|\
        bih
        BF: upper volta
        BJ: dahomey
        BL: saint barthelemy|st barthelemy|st barts
        BN: brunei
        BO: bolivia|plurinational state of bolivia|bolivia plurinational state of
        BS: the bahamas|bahamas the|bahamas
        CC: cocos islands
        CD: congo kinshasa|dr congo|drc|democratic republic of congo|democratic republic congo|\
        democratic republic of the congo|\
        congo democratic republic|congo democratic republic of the|zaire|congo dem rep|\
        congo the democratic republic of the|dem rep congo|d r congo|congo drc|congo democratic rep|\
        dem rep of the congo
        CF: central african rep|central african republic
        CG: congo brazzaville|republic of the congo|congo republic|congo|congo rep|congo republic of|\
        congo republic of the|rep of the congo|congo rep of the
        CI: ivory coast|cote divoire|cote d ivoire
        CN: pr china|prc|peoples republic of china|mainland china|china mainland|china pr
        CV: cape verde
        CW: curacao
        CZ: czech republic|czechia|czech rep
        DO: dominican rep|dominicana
        EG: egypt arab rep|arab republic of egypt
        FK: falkland islands|falkland islands malvinas|falklands|islas malvinas
        FM: micronesia|federated states of micronesia|micronesia federated states of|\
        micronesia fed sts|micronesia fed states of
        GB: uk|u k|great britain|britain|england|scotland|wales|northern ireland|\
        united kingdom of great britain and northern ireland|gb|gbr|\
        uk of great britain and northern ireland|united kingdom uk|england and wales
        GE: republic of georgia
        GF: guyane|guyane francaise
        GM: the gambia|gambia the|gambia
        GQ: equatorial guinea|guinea equatorial
        GS: south georgia
        GW: guinea bissau
        HK: hong kong|hongkong|hong kong sar|hong kong china|hong kong sar china|hksar
        IE: eire|republic of ireland
        IM: isle of man
        IR: iran|islamic republic of iran|iran islamic republic of|iran islamic rep
        KG: kyrgyz republic|kirghizia|kirgizia
        KH: kampuchea
        KN: saint kitts|st kitts and nevis|st kitts
        KP: north korea|korea north|dprk|dpr korea|democratic peoples republic of korea|\
        korea democratic peoples republic of|korea dem peoples rep|korea dpr|n korea
        KR: korea|south korea|republic of korea|korea south|korea republic of|rep of korea|korea rep|\
        s korea|republic of korea south
        LA: laos|lao|lao pdr|lao peoples democratic republic|lao p d r
        LC: st lucia
        LK: ceylon
        MD: moldova|moldavia|republic of moldova|moldova republic of
        MF: saint martin|st martin
        MH: marshall islands|marshalls
        MK: macedonia|north macedonia|fyrom|republic of macedonia|\
        the former yugoslav republic of macedonia|former yugoslav republic of macedonia|macedonia fyr|\
        macedonia the former yugoslav republic of
        MM: burma|myanmar
        MO: macau|macao|macau sar|macao sar|macau china|macau sar china
        NL: holland|the netherlands
        NZ: aotearoa|n zealand
        PF: tahiti
        PG: papua new guinea|png|papua n guinea
        PM: saint pierre and miquelon|st pierre and miquelon
        PS: palestine|west bank|gaza strip|palestinian territories|occupied palestinian territory|\
        palestinian territory|palestine state of|state of palestine|west bank and gaza|gaza|\
        palestinian territory occupied
        RE: reunion|la reunion
        RU: russia|russian federation|rossiya
        SA: ksa|saudi
        SB: solomon islands|solomons
        SH: saint helena|st helena
        SK: slovak republic|slovakia
        ST: sao tome|sao tome and principe
        SX: sint maarten|sint maarten dutch part|st maarten
        SY: syria|syrian arab republic
        SZ: swaziland|eswatini|kingdom of eswatini
        TH: siam
        TL: east timor|timor leste|timor
        TR: turkey|turkiye|republic of turkiye
        TT: trinidad
        TW: taiwan|taiwan roc|chinese taipei|republic of china|republic of china taiwan|\
        taiwan province of china|formosa
        TZ: tanzania|united republic of tanzania|tanzania united republic of
        US: usa|us|u s|u s a|united states of america|america|estados unidos|vereinigte staaten|\
        etats unis|stati uniti|united states us|united states usa|us of a|the states
        UY: oriental republic of uruguay|eastern republic of uruguay
        VA: vatican|holy see|vatican city|holy see vatican city state|vatican city state
        VC: saint vincent|st vincent|st vincent and the grenadines|saint vincent and grenadines
        VE: venezuela|bolivarian republic of venezuela|venezuela bolivarian republic of|venezuela rb
        VG: british virgin islands
        VI: us virgin islands|virgin islands
        VN: vietnam|viet nam
        WS: western samoa
        XK: kosovo
        YE: yemen rep
        ZA: rsa|south africa
        """
}
