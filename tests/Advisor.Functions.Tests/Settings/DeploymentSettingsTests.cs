using System.Text.RegularExpressions;
using Advisor.Functions.Settings;
using Advisor.Tests;
using Microsoft.Extensions.Configuration;

namespace Advisor.Functions.Tests.Settings;

/// <summary>What the deployment sets, against what the app reads: a name that differs by a letter would end every start.</summary>
public sealed partial class DeploymentSettingsTests
{
    // Trials on this machine, and a file in the package that is found without it.
    private static readonly string[] NotForADeployment = ["Advisor__AzureEndpoint", "Advisor__AzureClock", "Advisor__ConfigFile"];

    [Fact]
    public void Every_setting_of_the_app_and_no_other_is_set_by_the_deployment()
    {
        var set = SettingPattern()
            .Matches(File.ReadAllText(RepositoryFiles.GetPath("functions", "infra", "modules", "app.bicep")))
            .Select(match => match.Value);

        Assert.Equal(ListKnown().Except(NotForADeployment).Order(StringComparer.Ordinal), set.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Intervals_and_sign_ins_that_the_deployment_allows_are_understood()
    {
        foreach (
            var (name, value) in new[]
            {
                ("Interval", "00:01:00"),
                ("Interval", "00:30:00"),
                ("Interval", "01:00:00"),
                ("SignIn", "off"),
                ("SignIn", "record"),
                ("SignIn", "require"),
                ("Dashboard", "signIn"),
                ("Dashboard", "open"),
                ("Dashboard", "off"),
                ("DryRun", "False"),
                ("Cloud", "public"),
                ("Cloud", "usGovernment"),
                ("Cloud", "china"),
            }
        )
        {
            Assert.Empty(Read((name, value)).Problems);
        }
    }

    // The complaint about an unknown name lists the known ones.
    private static IEnumerable<string> ListKnown() =>
        Assert.Single(Read(("Unknown", "x")).Problems).Split(" this version has ")[1].TrimEnd('.').Split(", ");

    private static (AppSettings? Settings, IReadOnlyList<string> Problems) Read((string Name, string Value) setting) =>
        AppSettingsReader.Read(
            new ConfigurationBuilder()
                .AddInMemoryCollection(
                    new Dictionary<string, string?>
                    {
                        ["Advisor:State:TableServiceUri"] = "https://account.table.core.windows.net/",
                        ["Advisor:" + setting.Name] = setting.Value,
                    }
                )
                .Build()
        );

    [GeneratedRegex("Advisor__[A-Za-z_]+", RegexOptions.NonBacktracking)]
    private static partial Regex SettingPattern();
}
