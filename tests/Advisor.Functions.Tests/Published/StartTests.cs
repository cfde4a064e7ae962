using System.Diagnostics;

namespace Advisor.Functions.Tests.Published;

/// <summary>What the executable says when it cannot start.</summary>
public sealed class StartTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private const string Table = "Advisor__State__TableServiceUri=http://127.0.0.1:10002/devstoreaccount1";
    private const string Subscription = "Advisor__Subscriptions=00000000-0000-4000-8000-00000000ad01";

    [Theory]
    [InlineData("Advisor__State__TableServiceUri is not set", Subscription)]
    [InlineData("Advisor__State__TableServiceUri is not an address", Subscription, "Advisor__State__TableServiceUri=account")]
    [InlineData("Nothing to monitor", Table)]
    [InlineData(
        "Advisor__AzureClock takes the time from Advisor__AzureEndpoint, which is not set",
        Table,
        Subscription,
        "Advisor__AzureClock=true"
    )]
    [InlineData("Advisor__Pased is not a known setting", Table, Subscription, "Advisor__Pased=true")]
    [InlineData("none.yaml", Table, Subscription, "Advisor__ConfigFile=none.yaml")]
    public async Task One_wrong_setting_is_one_line_and_an_exit_code(string expected, params string[] settings)
    {
        var (code, lines) = await StartAsync(settings);

        Assert.Equal(1, code);
        Assert.StartsWith("advisor-functions: ", Assert.Single(lines), StringComparison.Ordinal);
        Assert.Contains(expected, lines[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Three_wrong_settings_are_three_lines()
    {
        var (code, lines) = await StartAsync("Advisor__Paused=maybe", "Advisor__Interval=1", Subscription);

        Assert.Equal(1, code);
        Assert.Equal(3, lines.Count);
        Assert.All(lines, line => Assert.StartsWith("advisor-functions: Advisor__", line, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_the_hosts_port_it_does_not_start()
    {
        var (code, lines) = await StartAsync([Table, Subscription, "FUNCTIONS_CUSTOMHANDLER_PORT="]);

        Assert.Equal(1, code);
        Assert.Contains("FUNCTIONS_CUSTOMHANDLER_PORT is not set", Assert.Single(lines), StringComparison.Ordinal);
    }

    private async Task<(int Code, IReadOnlyList<string> Lines)> StartAsync(params string[] settings)
    {
        var start = new ProcessStartInfo(Path.Combine(package.Folder, "advisor-functions"))
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["FUNCTIONS_CUSTOMHANDLER_PORT"] = "1";
        foreach (var setting in settings)
        {
            var cut = setting.IndexOf('=', StringComparison.Ordinal);
            start.Environment[setting[..cut]] = setting[(cut + 1)..];
        }

        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal("", await output);
        return (process.ExitCode, error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }
}
