using Advisor.Lab.Traces;
using Advisor.Tests;

namespace Advisor.Lab.Tests;

/// <summary>The traces that tests replay.</summary>
internal static class TraceFolder
{
    /// <summary>The few that are part of the repository.</summary>
    public static IReadOnlyList<Trace> Committed => Read(RepositoryFiles.GetPath("tests", "scenarios", "traces"));

    /// <summary>All of the published comparison; empty where they are absent.</summary>
    public static IReadOnlyList<Trace> Published =>
        RepositoryFiles.SharedMaterial is { } shared ? Read(Path.Combine(shared, "traces")) : [];

    private static IReadOnlyList<Trace> Read(string folder) =>
        !Directory.Exists(folder) ? [] : [.. Directory.GetFiles(folder, "*.csv").Order(StringComparer.Ordinal).Select(ReadFile)];

    private static Trace ReadFile(string path)
    {
        using var text = System.IO.File.OpenText(path);
        return TraceReader.Read(text, Path.GetFileNameWithoutExtension(path)).Trace!;
    }
}
