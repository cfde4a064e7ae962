using System.Text.Json;
using System.Text.RegularExpressions;

namespace Advisor.Functions.Tests.Infra;

/// <summary>
/// The Bicep files against themselves and against the facts that they rest on: there is no Bicep compiler where the tests run.
/// </summary>
public sealed partial class DeploymentTests(BicepFiles bicep) : IClassFixture<BicepFiles>
{
    [Fact]
    public void Every_file_parses() => Assert.DoesNotContain(bicep.All, file => file.HasError);

    [Fact]
    public void Every_module_is_a_file_of_the_repository_and_every_file_is_used()
    {
        var used = bicep.All.SelectMany(file => file.Modules).Select(module => module.GetProperty("target").GetString()!).ToList();

        Assert.Equal(bicep.All.Select(file => file.Path).Where(path => path != "main.bicep").Order(), used.Order());
    }

    [Fact]
    public void Every_module_gets_the_parameters_it_has_and_all_that_it_needs()
    {
        foreach (var module in bicep["main.bicep"].Modules)
        {
            var parameters = bicep[module.GetProperty("target").GetString()!].ParametersWithDefault;
            var given = module.GetProperty("body").GetProperty("params").EnumerateObject().Select(parameter => parameter.Name).ToList();

            Assert.Empty(given.Except(parameters.Keys));
            Assert.Empty(parameters.Where(parameter => !parameter.Value).Select(parameter => parameter.Key).Except(given));
        }
    }

    [Fact]
    public void Every_output_of_a_module_that_is_used_exists()
    {
        var main = bicep["main.bicep"];
        var outputs = main.Modules.ToDictionary(
            module => module.GetProperty("symbol").GetString()!,
            module => bicep[module.GetProperty("target").GetString()!].Outputs
        );
        var used = OutputUsePattern().Matches(ReadText("main.bicep"));

        Assert.NotEmpty(used);
        Assert.All(used, use => Assert.Contains(use.Groups["output"].Value, outputs[use.Groups["module"].Value]));
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
            .Select(resource => resource.GetProperty("target").GetString()!)
            .Where(target => target.StartsWith(type, StringComparison.Ordinal))
            .Select(target => target[(target.IndexOf('@', StringComparison.Ordinal) + 1)..])
            .ToList();

        Assert.NotEmpty(versions);
        Assert.All(versions, version => Assert.True(string.CompareOrdinal(version, minimum) >= 0, version));
    }

    [Fact]
    public void No_preview_api_is_used() =>
        Assert.DoesNotContain(
            bicep.All.SelectMany(file => file.Resources),
            resource => resource.GetProperty("target").GetString()!.EndsWith("-preview", StringComparison.Ordinal)
        );

    [Fact]
    public void The_storage_account_takes_no_keys_and_shows_nothing_to_the_public()
    {
        var storage = bicep["modules/storage.bicep"];

        Assert.False(storage.ReadBody("account", "properties", "allowSharedKeyAccess").GetBoolean());
        Assert.False(storage.ReadBody("account", "properties", "allowBlobPublicAccess").GetBoolean());
        Assert.Equal("TLS1_2", storage.ReadBody("account", "properties", "minimumTlsVersion").GetString());
        Assert.True(bicep["modules/monitoring.bicep"].ReadBody("insights", "properties", "DisableLocalAuth").GetBoolean());
        Assert.True(bicep["modules/vault.bicep"].ReadBody("vault", "properties", "enableRbacAuthorization").GetBoolean());
    }

    [Fact]
    public void No_file_carries_a_secret_or_asks_a_service_for_one() =>
        Assert.All(bicep.All, file => Assert.DoesNotMatch("(?i)listKeys|listAccountSas|AccountKey=|@secure", ReadText(file.Path)));

    private static string ReadText(string path) => File.ReadAllText(Path.Combine(BicepFiles.Folder, path));

    private static string ReadExpression(JsonElement value) => value.GetProperty("expression").GetString()!;

    [GeneratedRegex("(?<module>[a-z]+)\\.outputs\\.(?<output>[a-zA-Z]+)", RegexOptions.NonBacktracking)]
    private static partial Regex OutputUsePattern();
}
