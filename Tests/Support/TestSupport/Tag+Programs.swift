import Testing

extension Tag {
    /// Starts a program or a server, so that it runs alone, after the others.
    ///
    /// Scripts find such tests by this word in their file; all of EndToEndTests and EngineTests are such tests.
    @Tag public static var startsPrograms: Self
}
