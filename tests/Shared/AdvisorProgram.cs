namespace Advisor.Tests;

/// <summary>The command line as a program: the native one that ADVISOR_TEST_PROGRAM names, otherwise what the build left.</summary>
internal static class AdvisorProgram
{
    /// <summary>Path of a native program, which <c>tests/run --native</c> has made; null = none.</summary>
    public static string? Native { get; } =
        Environment.GetEnvironmentVariable("ADVISOR_TEST_PROGRAM") is { Length: > 0 } program ? program : null;

    /// <summary>Program and first arguments that start it.</summary>
    public static string[] Command { get; } = Native is null ? ["dotnet", FindBuilt()] : [Native];

    // Beside the tests that reference it.
    private static string FindBuilt()
    {
        var beside = Path.Combine(AppContext.BaseDirectory, "advisor.dll");
        return File.Exists(beside) ? beside : RepositoryFiles.GetPath("src", "Advisor.Cli", "bin", "Release", "net10.0", "advisor.dll");
    }
}
