using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Core.Settings;
using Advisor.Functions.Http;
using Advisor.Functions.Settings;
using Microsoft.Extensions.Configuration;

namespace Advisor.Functions.Tests.Settings;

public sealed partial class AppSettingsReaderTests
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
}
