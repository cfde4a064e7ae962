using Advisor.Api.SignIn;
using Advisor.Core.Scaling;
using Advisor.Functions.Http;
using Advisor.Functions.Settings;
using Microsoft.Extensions.Configuration;

namespace Advisor.Functions.Tests.Settings;

public sealed class SettingsReaderTests
{
    private const string Key = "one:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
    private const string Table = "https://account.table.core.windows.net/";

    [Fact]
    public void Without_more_than_the_table_service_the_defaults_hold()
    {
        var (settings, problems) = Read(("State:TableServiceUri", Table));

        Assert.Empty(problems);
        Assert.Equal((new Uri(Table), false, TimeSpan.FromMinutes(1), null), (settings!.TableService, settings.Paused, settings.Interval, settings.Mode));
    }

    [Fact]
    public void Settings_of_the_deployment_are_read_as_it_writes_them()
    {
        // Bicep's string(true) is True; its join gives commas.
        var (settings, problems) = Read(
            ("State:TableServiceUri", Table),
            ("Paused", "True"),
            ("SignIn", "False"),
            ("Address", "https://app.example"),
            ("Mode", "autoUp"),
            ("Subscriptions", "00000000-0000-4000-8000-00000000ad01,00000000-0000-4000-8000-00000000ad02"));

        Assert.Empty(problems);
        Assert.Equal((true, AdvisorMode.AutoUp, 2), (settings!.Paused, settings.Mode, settings.Subscriptions.Count));
    }

    [Theory]
    [InlineData("Pased", "true", "Advisor__Pased is no setting")] // a kill switch that is misspelt must not pass
    [InlineData("Paused", "yes", "Advisor__Paused is 'yes'; it is true or false.")]
    [InlineData("Mode", "2", "Advisor__Mode is '2'")]
    [InlineData("Interval", "00:00:30", "whole number of minutes")]
    [InlineData("Interval", "00:01:30", "whole number of minutes")]
    [InlineData("Subscriptions", "mine", "'mine', which is no subscription id")]
    [InlineData("WebhookUrl", "http://hooks.example/x", "Advisor__WebhookUrl is no address")]
    [InlineData("WebhookUrl", "@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    [InlineData("AzureClock", "true", "Advisor__AzureClock takes the time from Advisor__AzureEndpoint, which is not set")] // never in production
    [InlineData("AzureEndpoint", "https://management.azure.com", "on this machine only")]
    [InlineData("SignIn", "yes", "Advisor__SignIn is 'yes'; it is off, record or require.")]
    [InlineData("Address", "https://app.example/advisor", "Advisor__Address is scheme and host alone")]
    [InlineData("Address", "http://app.example", "Advisor__Address is no address")]
    [InlineData("ApprovalKeys", Key, "Advisor__ApprovalKeys needs Advisor__Address")]
    [InlineData("ApprovalKeys", "@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    public void A_wrong_setting_is_named_with_what_to_do(string name, string value, string expected)
    {
        var (settings, problems) = Read(("State:TableServiceUri", Table), (name, value));

        Assert.Null(settings);
        Assert.Contains(expected, Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, SignInMode.Off)]
    [InlineData("off", SignInMode.Off)]
    [InlineData("False", SignInMode.Off)]
    [InlineData("record", SignInMode.Record)]
    [InlineData("True", SignInMode.Record)] // what the deployment writes where authentication is on
    [InlineData("Require", SignInMode.Require)]
    public void The_headers_of_a_sign_in_are_worth_what_the_setting_says(string? value, SignInMode expected) =>
        Assert.Equal(expected, Read(("State:TableServiceUri", Table), ("SignIn", value!)).Settings!.SignIn);

    [Fact]
    public void Links_need_an_address_and_keys()
    {
        Assert.Equal("https://app.example", Read(("State:TableServiceUri", Table), ("Address", "https://App.example/"), ("ApprovalKeys", Key)).Settings!.Links?.Origin);
        Assert.Null(Read(("State:TableServiceUri", Table), ("Address", "https://app.example")).Settings!.Links);
    }

    [Fact]
    public void Every_bad_key_is_told_at_once_and_none_is_shown()
    {
        var (_, problems) = Read(("State:TableServiceUri", Table), ("Address", "https://app.example"), ("ApprovalKeys", $"{Key},a:U0VDUkVU,SECRETSECRET"));

        Assert.Equal(2, problems.Count);
        Assert.StartsWith("Advisor__ApprovalKeys: key 2 has 48 bits", problems[0], StringComparison.Ordinal);
        Assert.DoesNotContain(problems, problem => problem.Contains("SECRET", StringComparison.Ordinal) || problem.Contains("U0VD", StringComparison.Ordinal));
    }

    [Fact]
    public void An_address_with_a_secret_is_not_repeated()
    {
        var (_, problems) = Read(("State:TableServiceUri", Table), ("WebhookUrl", "ftp://hooks.example/topsecret"));

        Assert.DoesNotContain("topsecret", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Fact]
    public void All_problems_are_told_at_once()
    {
        var (_, problems) = Read(("Paused", "x"), ("DryRun", "x"), ("State:TableServiceUri", Table));

        Assert.Equal(2, problems.Count);
    }

    [Fact]
    public void Without_subscriptions_and_file_there_is_nothing_to_watch()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();

        var (configured, problems) = Configured.Read(Configuration([("State:TableServiceUri", Table)]), folder.Path);

        Assert.Null(configured);
        Assert.StartsWith("Nothing to watch:", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, null, "is not set")]
    [InlineData("x", null, "which is no port")]
    [InlineData("70000", null, "which is no port")]
    public void A_port_that_is_missing_or_wrong_is_told(string? port, string? older, string expected) =>
        Assert.Contains(expected, Address.Port(name => name == Address.PortVariable ? port : older).Problem, StringComparison.Ordinal);

    [Theory]
    [InlineData("7071", null, 7071)]
    [InlineData("7071", "7072", 7071)]
    [InlineData(null, "7072", 7072)]
    public void The_port_is_the_hosts(string? port, string? older, int expected) =>
        Assert.Equal((expected, null), Address.Port(name => name == Address.PortVariable ? port : older));

    private static (AppSettings? Settings, IReadOnlyList<string> Problems) Read(params (string Name, string Value)[] settings) =>
        SettingsReader.Read(Configuration(settings));

    private static IConfiguration Configuration((string Name, string Value)[] settings) => new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create("Advisor:" + setting.Name, (string?)setting.Value))).Build();
}
