using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>azure.yaml against what azd reads, and against what is in the repository.</summary>
public sealed partial class AzdFileTests : IDisposable
{
    private const string OfAzd = "AZURE_SUBSCRIPTION_ID";

    private static readonly string Azure = File.ReadAllText(RepositoryFiles.GetPath("azure.yaml"));

    private readonly TemporaryFolder folder = new();

    public static bool AjvIsPresent => Ajv.IsPresent;

    public void Dispose() => folder.Dispose();

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task It_has_the_keys_that_azd_knows_skipped_where_ajv_is_absent()
    {
        var (code, output) = await ValidateAsync(Azure);

        Assert.True(code == 0, output);
    }

    [Theory(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    [InlineData("    dist:", "    output:")]
    [InlineData("dist: artifacts/functions", "dist: ../artifacts/functions")] // relative to project: not what azd does
    [InlineData("host: function", "host: functions")]
    [InlineData("prepackage:", "preparePackage:")]
    [InlineData("preprovision:", "beforeProvision:")]
    public async Task A_planted_slip_is_refused_skipped_where_ajv_is_absent(string good, string bad)
    {
        Assert.Contains(good, Azure, StringComparison.Ordinal);

        var (code, _) = await ValidateAsync(Azure.Replace(good, bad, StringComparison.Ordinal));

        Assert.NotEqual(0, code);
    }

    [Fact]
    public void The_paths_are_there_and_the_package_is_where_publish_puts_it()
    {
        Assert.Contains("  path: functions/infra\n  module: main\n", Azure, StringComparison.Ordinal);
        Assert.True(File.Exists(RepositoryFiles.GetPath("functions", "infra", "main.bicep")));
        Assert.Contains("    project: functions\n", Azure, StringComparison.Ordinal);
        Assert.Contains("        run: ./publish\n", Azure, StringComparison.Ordinal);
        Assert.Contains("    dist: artifacts/functions\n", Azure, StringComparison.Ordinal);
        Assert.Contains(
            "out=${1:-artifacts/functions}\n",
            File.ReadAllText(RepositoryFiles.GetPath("functions", "publish")),
            StringComparison.Ordinal
        );
        Assert.True(
            OperatingSystem.IsWindows()
                || File.GetUnixFileMode(RepositoryFiles.GetPath("functions", "publish")).HasFlag(UnixFileMode.UserExecute)
        );
    }

    [Fact]
    public void The_page_on_deploying_names_the_settings_of_the_deployment_and_outputs_that_it_has()
    {
        var page = File.ReadAllText(RepositoryFiles.GetPath("docs", "deploy.md"));
        var settings = SettingPattern()
            .Matches(File.ReadAllText(RepositoryFiles.GetPath("functions", "infra", "main.parameters.json")))
            .Select(match => match.Groups["name"].Value);
        var outputs = OutputPattern()
            .Matches(File.ReadAllText(RepositoryFiles.GetPath("functions", "infra", "main.bicep")))
            .Select(match => match.Groups["name"].Value);

        Assert.All(settings, name => Assert.Contains($"`{name}`", page, StringComparison.Ordinal));
        Assert.Empty(SetOnThePage().Matches(page).Select(match => match.Groups["name"].Value).Distinct().Except(settings));
        Assert.Empty(UsePattern().Matches(page).Select(match => match.Groups["name"].Value).Distinct().Except([.. outputs, OfAzd]));

        // Whoever watches several subscriptions has one selected for az, and azd has asked for that of the app.
        Assert.True(
            page.IndexOf($"az account set -s \"${OfAzd}\"", StringComparison.Ordinal) is > 0 and var selected
                && selected < page.IndexOf(" az role assignment create", StringComparison.Ordinal)
        );
    }

    [GeneratedRegex(@"\$\{(?<name>ADVISOR_[A-Z_]+)=", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex SettingPattern();

    [GeneratedRegex("azd env set (?<name>ADVISOR_[A-Z_]+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex SetOnThePage();

    [GeneratedRegex(@"\$(?<name>(ADVISOR|AZURE)_[A-Z_]+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex UsePattern();

    [GeneratedRegex("^output (?<name>[A-Z_]+) ", RegexOptions.ExplicitCapture | RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex OutputPattern();

    private Task<(int Code, string Output)> ValidateAsync(string text) =>
        Ajv.ValidateAsync(
            RepositoryFiles.GetPath("tests", "Advisor.Functions.Tests", "Infra", "azd.schema.json"),
            folder.Write("azure.yaml", text)
        );
}
