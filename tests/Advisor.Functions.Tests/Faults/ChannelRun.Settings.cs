using System.Net;
using System.Net.Sockets;
using Advisor.Functions.Tests.Secrets;
using Advisor.HostStandIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Functions.Tests.Faults;

/// <content>How each channel is set up, and how its receiver fails.</content>
internal sealed partial class ChannelRun
{
    private void SetAnswers()
    {
        var receiver = place.Receiver;
        receiver.AnswerNext("refuses", Repeat(Answers.Status(400, "no"), 3));
        receiver.AnswerNext("fails", Repeat(Answers.Status(503, "busy"), 7));
        receiver.AnswerNext("throttles", Answers.Status(429, "slow down", retryAfter: "180"));
        receiver.AnswerNext("hangs", Answers.HangAsync);
        receiver.AnswerNext("cut", Answers.CutAsync);
        receiver.AnswerNext("slack", Answers.Status(200, "invalid_blocks"));
        receiver.AnswerNext("teams", Answers.Status(200, "Webhook message delivery failed with error: HTTP error 413"));
        receiver.AnswerNext("redirect", Repeat(Answers.Status(307, location: receiver.FindAddress("elsewhere")), 100));
        receiver.AnswerNext("removed", Repeat(Answers.Status(404), 100));

        static IEnumerable<RequestDelegate> Repeat(RequestDelegate answer, int times) => Enumerable.Repeat(answer, times);
    }

    private IEnumerable<KeyValuePair<string, string>> CreateSettings(StandInOptions options) =>
        options
            .Settings.Where(setting => setting.Key != "Advisor__WebhookUrl")
            .Concat(vault.CreateSettings(planted.Plant("identity")))
            .Concat(
                Teams.Append("safe").Select(name => KeyValuePair.Create(name.ToUpperInvariant() + "_URL", FindAddress(name).AbsoluteUri))
            )
            .Append(new("Advisor__ConfigFile", WriteConfiguration(without: null)));

    private Uri FindAddress(string channel) =>
        channel switch
        {
            "certificate" => new Uri(otherName!.Address, "/certificate"),
            "port" => new Uri($"http://127.0.0.1:{FindClosedPort()}/port"),
            _ => place.Receiver.FindAddress(channel),
        };

    private static int FindClosedPort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private string WriteConfiguration(string? without)
    {
        var channels = Teams.Append("safe").Where(channel => channel != without);
        return folder.Write(
            "advisor.yaml",
            $$"""
            channels:
            {{string.Concat(channels.Select(WriteChannel))}}
            teams:
            {{string.Concat(Teams.Select(team => $"  - {{ name: {team}, channels: [{(team == without ? "" : team + ", ")}safe] }}\n"))}}
            routes: [{ team: fails }]
            notifications: { maxMessages: 1000 per 10m }
            """
        );

        static string WriteChannel(string name)
        {
            var type = name is "slack" or "teams" ? name : "webhook";
            var address = name == "secret" ? VaultAndIdentity.CreateReference(name) : $"env:{name.ToUpperInvariant()}_URL";
            return $"  - {{ name: {name}, type: {type}, address: \"{address}\", allowPrivate: true }}\n";
        }
    }
}
