using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>The shell scripts, read by shellcheck.</summary>
public sealed class ScriptTests
{
    private const string Missing = "needs shellcheck (Debian: shellcheck): run tests/run";

    // Folders with scripts; what lies deeper is not a script of ours.
    private static readonly string[][] Folders =
    [
        [],
        [".ci"],
        ["deploy", "action"],
        ["functions"],
        ["tests"],
    ];

    public static bool IsPresent => File.Exists("/usr/bin/shellcheck");

    [Fact(Skip = Missing, SkipUnless = nameof(IsPresent))]
    public async Task Shellcheck_has_no_complaint()
    {
        var scripts = Folders.SelectMany(folder => Directory.GetFiles(RepositoryFiles.GetPath(folder))).Where(IsShell).ToList();

        Assert.Contains(RepositoryFiles.GetPath("tests", "run"), scripts);
        Assert.Equal("", await CheckAsync(scripts));
    }

    [Fact(Skip = Missing, SkipUnless = nameof(IsPresent))]
    public async Task A_planted_slip_is_found()
    {
        using var folder = new TemporaryFolder();

        Assert.Contains("SC2086", await CheckAsync([folder.Write("slip", "#!/bin/sh\nrm $1\n")]), StringComparison.Ordinal);
    }

    private static bool IsShell(string file) =>
        File.ReadLines(file).FirstOrDefault() is { } first
        && first.StartsWith("#!", StringComparison.Ordinal)
        && first.EndsWith("sh", StringComparison.Ordinal);

    private static async Task<string> CheckAsync(IReadOnlyList<string> scripts)
    {
        var start = new ProcessStartInfo("/usr/bin/shellcheck", ["-f", "gcc", .. scripts])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var shellcheck = Process.Start(start)!;
        return await shellcheck.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
    }
}
