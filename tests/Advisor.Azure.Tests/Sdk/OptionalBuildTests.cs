using System.Diagnostics;
using System.Xml.Linq;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Sdk;

/// <summary>What holds of the optional build (-p:AzureSdk=true) on a feed that lacks its packages too.</summary>
public sealed class OptionalBuildTests
{
    private const string LacksSignalR =
        "/x/a.csproj : error NU1101: Unable to find package Azure.ResourceManager.SignalR. "
        + "No packages exist with this id in source(s): nuget.org";
    private const string LacksMonitor =
        "/x/a.csproj : error NU1101: Unable to find package Azure.Monitor.Query. No packages exist with this id in source(s): nuget.org";
    private const string LacksManager = """
        /x/a.csproj : error NU1102: Unable to find package Azure.ResourceManager with version (>= 1.13.2)
        /x/a.csproj : error NU1102:   - Found 1 version(s) in nuget.org [ Nearest version: 1.7.0 ]
        """;

    [Theory]
    [InlineData(LacksSignalR)]
    [InlineData(LacksMonitor + "\n" + LacksSignalR + "\n" + LacksManager)]
    public async Task A_feed_that_lacks_the_packages_is_no_failure(string log)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "tests/run is a shell script");
        Assert.Equal((0, ""), await JudgeAsync(log));
    }

    [Theory]
    [InlineData("/x/a.csproj : error NU1109: Detected package downgrade: Azure.ResourceManager from 1.13.2 to centrally defined 1.7.0.")]
    [InlineData("/x/a.csproj : error NU1101: Unable to find package Azure.Core. No packages exist with this id in source(s): nuget.org")]
    [InlineData("/x/a.csproj : error NU1102: Unable to find package Azure.ResourceManager.Compute with version (>= 9.9.9)")]
    [InlineData("/x/a.csproj : error NU1301: Unable to load the service index for source https://feed.example/v3/index.json.")]
    [InlineData("/x/a.csproj : error MSB4025: The project file could not be loaded.")]
    public async Task Any_other_failure_of_the_restore_is_one_and_its_reason_is_said(string error)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "tests/run is a shell script");
        var reason = error[error.IndexOf("error ", StringComparison.Ordinal)..];
        Assert.Equal((1, reason), await JudgeAsync(error));
        Assert.Equal((1, reason), await JudgeAsync(LacksSignalR + "\n" + error + "\n" + LacksManager));
    }

    [Fact]
    public async Task A_restore_that_broke_off_without_an_error_is_a_failure_too()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "tests/run is a shell script");
        Assert.Equal((1, "Killed"), await JudgeAsync("Killed"));
    }

    [Fact]
    public void Azure_ResourceManager_is_as_new_as_its_packages_need_and_pinned_once_for_each_build()
    {
        var pins = XDocument
            .Load(RepositoryFiles.GetPath("Directory.Packages.props"))
            .Descendants("PackageVersion")
            .Where(pin => (string?)pin.Attribute("Include") == "Azure.ResourceManager")
            .ToDictionary(pin => (string)pin.Attribute("Condition")!, pin => Version.Parse((string)pin.Attribute("Version")!));

        Assert.Equal(["'$(AzureSdk)' != 'true'", "'$(AzureSdk)' == 'true'"], pins.Keys.Order(StringComparer.Ordinal));
        Assert.True(pins["'$(AzureSdk)' == 'true'"] >= new Version(1, 13, 2));
    }

    [Fact]
    public void The_workflow_runs_every_test_of_the_adapters_with_them()
    {
        var line = Assert.Single(
            File.ReadAllLines(RepositoryFiles.GetPath(".github", "workflows", "ci.yml")),
            text => text.Contains("AzureSdk=true", StringComparison.Ordinal)
        );
        Assert.Equal("run: dotnet test tests/Advisor.Azure.Tests -c Release -p:AzureSdk=true", line.Trim());
    }

    private static async Task<(int Code, string Said)> JudgeAsync(string log)
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("restore.log", log + "\n");
        using var process = Process.Start(
            new ProcessStartInfo("bash", [RepositoryFiles.GetPath("tests", "feed-lacks-azure-sdk"), file])
            {
                RedirectStandardOutput = true,
                UseShellExecute = false,
            }
        )!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output.Trim());
    }
}
