using System.Text.Json;
using System.Text.RegularExpressions;

namespace Advisor.Functions.Tests.Infra;

/// <summary>
/// The Bicep files as the compiler builds them, against the facts that they rest on.
/// </summary>
public sealed partial class DeploymentTests(BicepFiles bicep)
{
    [Fact]
    public void Every_file_builds_and_lints_without_a_warning() => Assert.Empty(bicep.Diagnostics);

    [Fact]
    public void Every_file_is_a_module_of_the_main_file()
    {
        var used = ModulePattern().Matches(ReadText("main.bicep")).Select(match => match.Groups["path"].Value);

        Assert.Equal(bicep.All.Select(file => file.Path).Where(path => path != "main.bicep").Order(), used.Order());
    }

    [Fact]
    public void Every_parameter_of_azd_is_one_of_the_main_file_and_none_that_is_needed_is_missing()
    {
        using var json = JsonDocument.Parse(ReadText("main.parameters.json"));
        var given = json.RootElement.GetProperty("parameters").EnumerateObject().Select(parameter => parameter.Name).ToList();
        var parameters = bicep["main.bicep"].ParametersWithDefault;

        Assert.Empty(given.Except(parameters.Keys));
        Assert.Empty(parameters.Where(parameter => !parameter.Value).Select(parameter => parameter.Key).Except(given));
        Assert.All(bicep["main.bicep"].Outputs, output => Assert.Matches("^[A-Z][A-Z_]*$", output));
    }

    [Theory]
    [InlineData("Microsoft.Web/", "2024-04-01")]
    [InlineData("Microsoft.Authorization/roleAssignments", "2022-04-01")]
    [InlineData("Microsoft.Authorization/roleDefinitions", "2022-04-01")]
    public void Api_versions_are_at_least_those_that_have_what_is_used(string type, string minimum)
    {
        var versions = bicep
            .All.SelectMany(file => file.Resources)
            .Where(resource => resource.GetProperty("type").GetString()!.StartsWith(type, StringComparison.Ordinal))
            .Select(resource => resource.GetProperty("apiVersion").GetString()!)
            .ToList();

        Assert.NotEmpty(versions);
        Assert.All(versions, version => Assert.True(string.CompareOrdinal(version, minimum) >= 0, version));
    }

    [Fact]
    public void No_preview_api_is_used() =>
        Assert.DoesNotContain(
            bicep.All.SelectMany(file => file.Resources),
            resource => resource.GetProperty("apiVersion").GetString()!.EndsWith("-preview", StringComparison.Ordinal)
        );

    [Fact]
    public void The_storage_account_takes_no_keys_and_shows_nothing_to_the_public()
    {
        var storage = bicep["modules/storage.bicep"];

        Assert.False(storage.ReadBody("Microsoft.Storage/storageAccounts", "properties", "allowSharedKeyAccess").GetBoolean());
        Assert.False(storage.ReadBody("Microsoft.Storage/storageAccounts", "properties", "allowBlobPublicAccess").GetBoolean());
        Assert.Equal("TLS1_2", storage.ReadBody("Microsoft.Storage/storageAccounts", "properties", "minimumTlsVersion").GetString());
        Assert.True(
            bicep["modules/monitoring.bicep"].ReadBody("Microsoft.Insights/components", "properties", "DisableLocalAuth").GetBoolean()
        );
        Assert.True(
            bicep["modules/vault.bicep"].ReadBody("Microsoft.KeyVault/vaults", "properties", "enableRbacAuthorization").GetBoolean()
        );
    }

    [Fact]
    public void No_file_carries_a_secret_or_asks_a_service_for_one() =>
        Assert.All(bicep.All, file => Assert.DoesNotMatch("(?i)listKeys|listAccountSas|AccountKey=|@secure", ReadText(file.Path)));

    private static string ReadText(string path) => File.ReadAllText(Path.Combine(BicepFiles.Folder, path));

    [GeneratedRegex("module [a-z]+ '(?<path>[^']+)'", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking)]
    private static partial Regex ModulePattern();
}
