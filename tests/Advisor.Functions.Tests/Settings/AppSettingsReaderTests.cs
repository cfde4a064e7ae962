using Advisor.Configuration;
using Advisor.Core.Settings;
using Advisor.Functions.Http;
using Advisor.Functions.Settings;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using Microsoft.Extensions.Configuration;

namespace Advisor.Functions.Tests.Settings;

public sealed class AppSettingsReaderTests
{
    private const string Key = "one:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";

    private const string Table = "https://account.table.core.windows.net/";

    [Fact]
    public void Without_more_than_the_table_service_the_defaults_hold()
    {
        var (settings, problems) = Read(("State:TableServiceUri", Table));

        Assert.Empty(problems);
        Assert.Equal(
            (new Uri(Table), false, TimeSpan.FromMinutes(1), null),
            (settings!.TableService, settings.Paused, settings.Interval, settings.Mode)
        );
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
            (
                "Subscriptions",
                "00000000-0000-4000-8000-00000000ad01,00000000-0000-4000-8000-00000000ad02,00000000-0000-4000-8000-00000000AD01"
            )
        );

        Assert.Empty(problems);
        Assert.Equal((true, AdvisorMode.AutoUp, 2), (settings!.Paused, settings.Mode, settings.Subscriptions.Count));
    }

    [Theory]
    [InlineData(
        "env:OTHER",
        "advisor.yaml has channels: remove Advisor__WebhookUrl, or name it there as a channel, with the address env:Advisor__WebhookUrl."
    )]
    [InlineData("env:Advisor__WebhookUrl", null)]
    public void A_webhook_beside_channels_is_refused_unless_one_of_them_is_it(string address, string? expected)
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        folder.Write(
            "advisor.yaml",
            $$"""
            channels: [{ name: hook, type: webhook, address: "{{address}}" }]
            teams: [{ name: ops, channels: [hook] }]
            routes: [{ team: ops }]
            """
        );

        var (appComposition, problems) = AppComposition.Read(
            CreateConfiguration([
                ("State:TableServiceUri", Table),
                ("Subscriptions", "00000000-0000-4000-8000-00000000ad01"),
                ("WebhookUrl", "https://hooks.example/x"),
            ]),
            folder.Path
        );

        Assert.Equal(expected is null ? [] : [expected], problems);
        Assert.Equal(expected is null, appComposition is not null);
        Assert.Equal(expected is null ? " --state " + Table.TrimEnd('/') : null, appComposition?.Options.StateOption);
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

    [Theory]
    [InlineData(null, DashboardAccess.SignedIn)]
    [InlineData("signIn", DashboardAccess.SignedIn)]
    [InlineData("open", DashboardAccess.ReadOnly)] // never with buttons: anybody could press them
    [InlineData("Off", DashboardAccess.Off)]
    public void Who_sees_the_fleet_is_what_the_setting_says(string? value, DashboardAccess expected) =>
        Assert.Equal(expected, Read(("State:TableServiceUri", Table), ("Dashboard", value!)).Settings!.Dashboard);

    [Fact]
    public void Links_need_an_address_and_keys()
    {
        Assert.Equal(
            "https://app.example",
            Read(("State:TableServiceUri", Table), ("Address", "https://App.example/"), ("ApprovalKeys", Key)).Settings!.Links?.Origin
        );
        Assert.Null(Read(("State:TableServiceUri", Table), ("Address", "https://app.example")).Settings!.Links);
    }

    [Theory]
    [InlineData("7071", null, 7071)]
    [InlineData("7071", "7072", 7071)]
    [InlineData(null, "7072", 7072)]
    public void The_port_is_the_hosts(string? port, string? older, int expected) =>
        Assert.Equal((expected, null), ListenAddress.ReadPort(name => name == ListenAddress.PortVariable ? port : older));

    private static (AppSettings? Settings, IReadOnlyList<string> Problems) Read(params (string Name, string Value)[] settings) =>
        AppSettingsReader.Read(CreateConfiguration(settings));

    private static IConfiguration CreateConfiguration((string Name, string Value)[] settings) =>
        new ConfigurationBuilder()
            .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create("Advisor:" + setting.Name, (string?)setting.Value)))
            .Build();

    [Theory]
    [InlineData("Pased", "true", "Advisor__Pased is not a known setting")] // a kill switch that is misspelt must not pass
    [InlineData("Paused", "yes", "Advisor__Paused is 'yes'; it must be true or false.")]
    [InlineData("DryRun", "1", "Advisor__DryRun is '1'; it must be true or false.")]
    [InlineData("Mode", "2", "Advisor__Mode is '2'")]
    [InlineData(
        "Mode",
        "approve",
        "Advisor__Mode is approve, but messages would have no approval link: "
            + "set Advisor__ApprovalKeys and Advisor__Address, or another mode."
    )]
    [InlineData("Cloud", "germany", "Advisor__Cloud is 'germany'; it must be public, usGovernment or china.")]
    [InlineData("Interval", "1", "whole number of minutes")] // a day, as time spans are written
    [InlineData("Interval", "01:01:00", "whole number of minutes")]
    [InlineData("Interval", "-00:01:00", "whole number of minutes")]
    [InlineData("Interval", "00:00:30", "whole number of minutes")]
    [InlineData("Interval", "00:01:30", "whole number of minutes")]
    [InlineData("Subscriptions", "mine", "'mine', which is not a subscription id")]
    [InlineData("Subscriptions", "{00000000-0000-4000-8000-00000000ad01}", "which is not a subscription id")]
    [InlineData("Subscriptions", "00000000-0000-4000-8000-00000000ad01;00000000-0000-4000-8000-00000000ad02", "separate ids with commas")]
    [InlineData("WebhookUrl", "https://me:topsecret@hooks.example/x", "Advisor__WebhookUrl must not contain a user name or password")]
    [InlineData("WebhookUrl", "http://hooks.example/x", "Advisor__WebhookUrl is not an address")]
    [InlineData("WebhookUrl", "@Microsoft.KeyVault(SecretUri=https://v/secrets/x)", "refers to a secret that could not be read")]
    // Never in production.
    [InlineData("AzureClock", "true", "Advisor__AzureClock takes the time from Advisor__AzureEndpoint, which is not set")]
    [InlineData("AzureEndpoint", "https://management.azure.com", "on this machine only")]
    [InlineData("AzureEndpoint", "local", "Advisor__AzureEndpoint is not an address")]
    [InlineData("SignIn", "yes", "Advisor__SignIn is 'yes'; it must be off, record or require.")]
    [InlineData("Dashboard", "yes", "Advisor__Dashboard is 'yes'; it must be signIn, open or off.")]
    [InlineData("Address", "https://app.example/advisor", "Advisor__Address must be scheme and host alone")]
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
    [InlineData("https://account.table.core.windows.net/advisor", "must be scheme and host alone")]
    [InlineData("https://account.table.core.windows.net/?sv=2024&sig=topsecret", "must be the address alone, without a key or signature")]
    [InlineData("https://account:topsecret@account.table.core.windows.net", "must be the address alone, without a key or signature")]
    [InlineData("https://account.blob.core.windows.net", "has '.blob.': use the account's table service")]
    [InlineData("http://127.0.0.1:10002", "must end with the account, such as http://127.0.0.1:10002/devstoreaccount1.")]
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

    [Theory]
    [InlineData("usGovernment", "cloud: china,", AzureCloud.UsGovernment)]
    [InlineData(null, "cloud: china,", AzureCloud.China)]
    [InlineData(null, "", AzureCloud.Public)]
    public void The_cloud_of_the_deployment_takes_precedence_over_that_of_the_file(string? setting, string file, AzureCloud expected)
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        folder.Write("advisor.yaml", $"scope: {{ {file} subscriptions: [00000000-0000-4000-8000-00000000ad01] }}\n");
        (string, string)[] settings = [("State:TableServiceUri", Table), .. setting is null ? [] : new[] { ("Cloud", setting) }];

        var (appComposition, problems) = AppComposition.Read(CreateConfiguration(settings), folder.Path);

        Assert.Empty(problems);
        Assert.Equal(expected, appComposition!.Configuration.Cloud);
    }

    [Fact]
    public void Without_subscriptions_and_file_there_is_nothing_to_watch()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();

        var (appComposition, problems) = AppComposition.Read(CreateConfiguration([("State:TableServiceUri", Table)]), folder.Path);

        Assert.Null(appComposition);
        Assert.StartsWith("Nothing to monitor:", Assert.Single(problems), StringComparison.Ordinal);
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
