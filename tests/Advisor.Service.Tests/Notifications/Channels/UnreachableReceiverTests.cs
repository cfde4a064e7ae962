using System.Net;
using System.Net.Sockets;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using static Advisor.Service.Tests.Notifications.Channels.Receiver;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>
/// Why a receiver is not reached, each cause in one line with what to do. The host and the path of the address are in none of them.
/// </summary>
public sealed class UnreachableReceiverTests
{
    private const string Untrusted =
        "ops: the receiver's certificate is not trusted here; correct the address in env:HOOK, or let the receiver present a "
        + "certificate that this machine trusts.";

    private const string OtherName =
        "ops: the receiver's certificate is for another name; correct the address in env:HOOK, or let the receiver present a "
        + "certificate that this machine trusts.";

    [Theory]
    [InlineData("localhost", Untrusted)] // self-signed, for this name
    [InlineData("127.0.0.1", OtherName)]
    [Fault("channel-address")]
    public async Task A_certificate_that_is_not_trusted_is_named_and_waits_for_a_person(string host, string expected)
    {
        using var certificate = SelfSigned.Create("localhost");
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder
            .WebHost.UseKestrelHttpsConfiguration()
            .ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(certificate)));
        await using var app = builder.Build();
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var channelFixture = new ChannelFixture($"https://{host}:{new Uri(app.Urls.First()).Port}/hooks/T0P-S3CRET-path");

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, expected), (report.Status, report.Problem));
    }

    [Theory]
    [InlineData(
        SocketError.HostNotFound,
        "ops: the name of the receiver does not resolve; correct the host in env:HOOK, or the DNS of this machine."
    )]
    [InlineData(
        SocketError.NoData,
        "ops: the name of the receiver does not resolve; correct the host in env:HOOK, or the DNS of this machine."
    )]
    [InlineData(SocketError.TryAgain, "ops: the name of the receiver cannot be resolved: the DNS of this machine does not answer.")]
    [Fault("channel-address")]
    public async Task A_name_that_does_not_resolve_is_named_and_tried_again(SocketError error, string expected)
    {
        using var channelFixture = new ChannelFixture(
            "https://hooks.example.com/T0P-S3CRET-path",
            (_, _) => throw new SocketException((int)error)
        );

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal((DeliveryStatus.RetryLater, expected), (report.Status, report.Problem));
    }

    [Fact]
    [Fault("channel-address")]
    public async Task A_port_that_nothing_listens_at_is_named()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        using var channelFixture = new ChannelFixture($"http://127.0.0.1:{port}/T0P-S3CRET-path");

        Assert.Equal(
            "ops: nothing listens at the receiver's address; check host and port in env:HOOK.",
            (await ChannelFixture.Send(channelFixture.Webhook)).Problem
        );
    }

    [Theory]
    [InlineData(401, "ops: the receiver answered 401 (no token): the sign-in is missing or wrong; check env:KEY, and who may post there.")]
    [InlineData(403, "ops: the receiver answered 403 (no token): the sign-in is missing or wrong; check env:KEY, and who may post there.")]
    [InlineData(
        404,
        "ops: the receiver answered 404 (no token): the address does not exist, or no longer; set the current one in env:HOOK."
    )]
    public async Task A_missing_sign_in_and_a_missing_address_are_distinguished(int status, string expected)
    {
        await using var receiver = await StartAsync(RespondWith(status, "no token"));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, expected), (report.Status, report.Problem));
    }

    /// <summary>
    /// Power Automate, which serves the workflows of Teams, and Logic Apps answer 400, as for a body that they do not take: the message is
    /// kept until the workflow is on again.
    /// </summary>
    [Theory]
    [InlineData("Disabled")]
    [InlineData("Deleted")]
    public async Task A_workflow_that_is_turned_off_or_deleted_is_an_unhealthy_channel_and_no_refusal_of_the_message(string state)
    {
        var error = $"Could not execute workflow 'w' trigger 'manual' with state '{state}': trigger is not enabled.";
        var body = $$$"""{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"{{{error}}}"}}""";
        await using var receiver = await StartAsync(RespondWith(400, body));
        using var channelFixture = new ChannelFixture(receiver.Address);

        var report = await ChannelFixture.Send(channelFixture.Webhook);

        Assert.Equal(
            (
                DeliveryStatus.ChannelUnhealthy,
                $"ops: the receiver answered 400 ({body}): the workflow is turned off or deleted; turn it on, or set the address of "
                    + "another in env:HOOK."
            ),
            (report.Status, report.Problem)
        );
    }

    /// <summary>PagerDuty answers 400 to a key that it does not know, where others answer 401.</summary>
    [Theory]
    [InlineData("Invalid routing key", DeliveryStatus.ChannelUnhealthy, ": check env:KEY, the integration key of Events API V2.")]
    [InlineData(
        """{"status":"invalid event","errors":["Length of 'routing_key' is incorrect (should be 32 characters)"]}""",
        DeliveryStatus.ChannelUnhealthy,
        ": check env:KEY, the integration key of Events API V2."
    )]
    [InlineData("""{"status":"invalid event","errors":["'payload.source' is missing or blank"]}""", DeliveryStatus.Refused, ".")]
    public async Task A_page_with_a_wrong_routing_key_waits_until_the_key_is_right(string body, DeliveryStatus status, string end)
    {
        await using var receiver = await StartAsync(RespondWith(400, body));
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreatePagerDuty("pager", ChannelFixture.Key, new Uri(receiver.Address), allowPrivate: true)
        );

        Assert.Equal((status, $"pager: the receiver answered 400 ({body}){end}"), (report.Status, report.Problem));
    }

    [Fact]
    [Fault("channel-secret")]
    public async Task A_secret_that_cannot_be_read_says_why()
    {
        var reference = SecretReference.Parse("keyvault:https://v.vault.azure.net/secrets/teams")!;
        using var channels = new ChannelFactory(new SecretReader(_ => null, new ClosedVault()), new DeliveryLimits(), TimeProvider.System);

        Assert.Equal(
            "ops: keyvault:https://v.vault.azure.net/secrets/teams cannot be read: no credential is available.",
            (await ChannelFixture.Send(channels.CreateTeams("ops", reference))).Problem
        );
    }

    private sealed class ClosedVault : IAzureSecrets
    {
        public Task<string?> ReadAsync(Uri secret, CancellationToken cancellation) => Task.FromResult<string?>(null);

        public string? FindProblem(Uri secret) => "cannot be read: no credential is available";
    }
}
