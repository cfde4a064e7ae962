using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

/// <summary>
/// The list of <c>tests/honesty</c>, which breaks what a test holds and expects the test to fail: that takes minutes and is run by hand.
/// </summary>
public sealed class HonestyListTests
{
    [Fact]
    public async Task Each_entry_still_names_a_test_and_breaks_something()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the script is one of bash");
        Assert.SkipUnless(Path.Exists(RepositoryFiles.GetPath(".git")), "the script copies what git lists");
        using var script = Process.Start(
            new ProcessStartInfo(RepositoryFiles.GetPath("tests", "honesty"), ["--check"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        var error = script.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await script.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(script.ExitCode == 0, output + await error);
    }
}
