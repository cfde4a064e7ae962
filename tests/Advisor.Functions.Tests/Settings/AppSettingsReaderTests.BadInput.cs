using Advisor.Functions.Http;
using Advisor.Functions.Settings;
using Microsoft.Extensions.Configuration;

namespace Advisor.Functions.Tests.Settings;

public sealed partial class AppSettingsReaderTests
{
    [Theory]
    [InlineData("Pased", "true", "Advisor__Pased is not a known setting")] // a kill switch that is misspelt must not pass
    [InlineData("Paused", "yes", "Advisor__Paused is 'yes'; it is true or false.")]
    [InlineData("DryRun", "1", "Advisor__DryRun is '1'; it is true or false.")]
    [InlineData("Mode", "2", "Advisor__Mode is '2'")]
    [InlineData(
        "Mode",
        "approve",
        "Advisor__Mode is approve, but no message would have a link to approve by: "
            + "set Advisor__ApprovalKeys and Advisor__Address, or another mode."
    )]
    [InlineData("Interval", "1", "whole number of minutes")] // a day, as time spans are written
    [InlineData("Interval", "01:01:00", "whole number of minutes")]
    [InlineData("Interval", "-00:01:00", "whole number of minutes")]
    [InlineData("Interval", "00:00:30", "whole number of minutes")]
    [InlineData("Interval", "00:01:30", "whole number of minutes")]
    [InlineData("Subscriptions", "mine", "'mine', which is not a subscription id")]
    [InlineData("Subscriptions", "{00000000-0000-4000-8000-00000000ad01}", "which is not a subscription id")]
    [InlineData("Subscriptions", "00000000-0000-4000-8000-00000000ad01;00000000-0000-4000-8000-00000000ad02", "separate them by commas")]
    [InlineData("WebhookUrl", "https://me:topsecret@hooks.example/x", "Advisor__WebhookUrl must not hold a user name or a password")]
    [InlineData("WebhookUrl", "http://hooks.example/x", "Advisor__WebhookUrl is not an address")]
    [InlineData("WebhookUrl", "@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    // Never in production.
    [InlineData("AzureClock", "true", "Advisor__AzureClock takes the time from Advisor__AzureEndpoint, which is not set")]
    [InlineData("AzureEndpoint", "https://management.azure.com", "on this machine only")]
    [InlineData("AzureEndpoint", "local", "Advisor__AzureEndpoint is not an address")]
    [InlineData("SignIn", "yes", "Advisor__SignIn is 'yes'; it is off, record or require.")]
    [InlineData("Dashboard", "yes", "Advisor__Dashboard is 'yes'; it is signIn, open or off.")]
    [InlineData("Address", "https://app.example/advisor", "Advisor__Address is scheme and host alone")]
    [InlineData("Address", "http://app.example", "Advisor__Address is not an address")]
    [InlineData("ApprovalKeys", Key, "Advisor__ApprovalKeys needs Advisor__Address")]
    [InlineData("ApprovalKeys", "@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    public void A_wrong_setting_is_named_with_what_to_do(string name, string value, string expected)
    {
        var (settings, problems) = Read(("State:TableServiceUri", Table), (name, value));

        Assert.Null(settings);
        Assert.Contains(expected, Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("account", "is not an address: it must begin with https://")]
    [InlineData("http://account.table.core.windows.net", "is not an address: it must begin with https://")]
    [InlineData("https://account.table.core.windows.net/advisor", "is scheme and host alone")]
    [InlineData("https://account.table.core.windows.net/?sv=2024&sig=topsecret", "is the address alone, without a key or a signature")]
    [InlineData("https://account:topsecret@account.table.core.windows.net", "is the address alone, without a key or a signature")]
    [InlineData("https://account.blob.core.windows.net", "has '.blob.': it is the account's table service")]
    [InlineData("http://127.0.0.1:10002", "it ends with the account, such as http://127.0.0.1:10002/devstoreaccount1.")]
    [InlineData("@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    public void A_wrong_table_service_is_one_line_without_a_secret(string value, string expected)
    {
        var (settings, problems) = Read(("State:TableServiceUri", value));

        Assert.Null(settings);
        Assert.StartsWith("Advisor__State__TableServiceUri ", Assert.Single(problems), StringComparison.Ordinal);
        Assert.Contains(expected, problems[0], StringComparison.Ordinal);
        Assert.DoesNotContain("topsecret", problems[0], StringComparison.Ordinal);
    }

    [Fact]
    public void An_invalid_client_id_is_reported()
    {
        var (_, problems) = AppSettingsReader.Read(
            new ConfigurationBuilder()
                .AddInMemoryCollection(
                    new Dictionary<string, string?> { ["Advisor:State:TableServiceUri"] = Table, ["AZURE_CLIENT_ID"] = "advisor-identity" }
                )
                .Build()
        );

        Assert.StartsWith("AZURE_CLIENT_ID is not a client id (a GUID)", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("absent.yaml")]
    [InlineData(".")] // a folder
    public void A_file_that_cannot_be_read_is_one_line(string name)
    {
        using var folder = new Advisor.Tests.TemporaryFolder();

        var (appComposition, problems) = AppComposition.Read(
            CreateConfiguration([
                ("State:TableServiceUri", Table),
                ("Subscriptions", "00000000-0000-4000-8000-00000000ad01"),
                ("ConfigFile", name),
            ]),
            folder.Path
        );

        Assert.Null(appComposition);
        Assert.Single(problems);
    }

    [Fact]
    public void Every_bad_key_is_reported_at_once_and_none_is_shown()
    {
        var (_, problems) = Read(
            ("State:TableServiceUri", Table),
            ("Address", "https://app.example"),
            ("ApprovalKeys", $"{Key},a:U0VDUkVU,SECRETSECRET")
        );

        Assert.Equal(2, problems.Count);
        Assert.StartsWith("Advisor__ApprovalKeys: key 2 has 48 bits", problems[0], StringComparison.Ordinal);
        Assert.DoesNotContain(
            problems,
            problem => problem.Contains("SECRET", StringComparison.Ordinal) || problem.Contains("U0VD", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void An_address_with_a_secret_is_not_repeated()
    {
        var (_, problems) = Read(("State:TableServiceUri", Table), ("WebhookUrl", "ftp://hooks.example/topsecret"));

        Assert.DoesNotContain("topsecret", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Fact]
    public void All_problems_are_reported_at_once()
    {
        var (_, problems) = Read(("Paused", "x"), ("DryRun", "x"), ("State:TableServiceUri", Table));

        Assert.Equal(2, problems.Count);
    }

    [Fact]
    public void Without_subscriptions_and_file_there_is_nothing_to_watch()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();

        var (appComposition, problems) = AppComposition.Read(CreateConfiguration([("State:TableServiceUri", Table)]), folder.Path);

        Assert.Null(appComposition);
        Assert.StartsWith("Nothing to watch:", Assert.Single(problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, null, "is not set")]
    [InlineData("x", null, "which is not a port")]
    [InlineData("70000", null, "which is not a port")]
    public void A_missing_or_wrong_port_is_reported(string? port, string? older, string expected) =>
        Assert.Contains(
            expected,
            ListenAddress.ReadPort(name => name == ListenAddress.PortVariable ? port : older).Problem,
            StringComparison.Ordinal
        );
}
