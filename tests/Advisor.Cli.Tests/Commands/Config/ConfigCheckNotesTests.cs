using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Config;

public sealed class ConfigCheckNotesTests
{
    [Theory]
    [InlineData(
        "text",
        "advisor.yaml is valid: 1 event.\nevents[0]: No size has 11 to 15 units; the largest one below maxUnits is used.\n"
    )]
    [InlineData(
        "json",
        "{\n  \"valid\": true,\n  \"problems\": [],\n  \"notes\": [\n"
            + "    \"events[0]: No size has 11 to 15 units; the largest one below maxUnits is used.\"\n  ]\n}\n"
    )]
    public async Task What_cannot_be_met_follows_the_result_of_a_check(string output, string expected)
    {
        using var folder = new TemporaryFolder();
        folder.Write(
            "advisor.yaml",
            "events: [{ name: e, start: 2099-06-10T08:00Z, end: 2099-06-10T20:00Z, minUnits: 11, maxUnits: 15 }]\n"
        );

        var run = await CliResult.RunAsync(
            ["config", "check", "--output", output],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );

        Assert.Equal((ExitCodes.Success, expected), (run.ExitCode, run.Out));
    }
}
