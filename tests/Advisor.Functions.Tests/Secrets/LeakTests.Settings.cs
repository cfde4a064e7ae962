using System.Net.Http.Headers;
using System.Security.Cryptography;
using Advisor.HostStandIn.Telemetry;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Secrets;

/// <content>The settings of the app, with a planted secret in each place that takes one.</content>
public sealed partial class LeakTests
{
    private static Dictionary<string, string> CreateSettings(
        PlantedSecrets planted,
        VaultAndIdentity vault,
        RepeatingReceiver receiver,
        OtlpReceiver collector,
        string configuration
    )
    {
        planted.Add("approvalKey", Convert.ToBase64String(RandomNumberGenerator.GetBytes(32)));
        planted.Add("olderKey", Convert.ToBase64String(RandomNumberGenerator.GetBytes(32)));
        var settings = new Dictionary<string, string>
        {
            ["Advisor__Mode"] = "approve",
            ["Advisor__Interval"] = "00:05:00",
            ["Advisor__ConfigFile"] = configuration,
            ["Advisor__Address"] = "https://advisor.example.com",
            ["Advisor__ApprovalKeys"] = $"one:{planted["approvalKey"]},old:{planted["olderKey"]}",
            ["Advisor__WebhookUrl"] = CreateAddress(receiver, 200, planted.Plant("hook")),
            ["TEAMS_URL"] = CreateAddress(receiver, 400, planted.Plant("teams")),
            ["SIGNING_KEY"] = planted.Plant("signing"),
            ["MAIL_PASSWORD"] = planted.Plant("password"),
            ["AzureWebJobsStorage"] = $"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={planted.Plant("storage")}",
            ["AZURE_CLIENT_SECRET"] = planted.Plant("client"),
            ["APPLICATIONINSIGHTS_CONNECTION_STRING"] = $"InstrumentationKey={planted.Plant("insights")}",
        };
        return settings
            .Concat(vault.CreateSettings(planted.Plant("identity")))
            .Concat(CreateTelemetrySettings(planted, collector))
            .ToDictionary();
    }

    private static Dictionary<string, string> CreateTelemetrySettings(PlantedSecrets planted, OtlpReceiver collector) =>
        new()
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
            ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
            ["OTEL_EXPORTER_OTLP_HEADERS"] = "x-api-key=" + Uri.EscapeDataString(planted.Plant("collector")),
            ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
            ["OTEL_BSP_SCHEDULE_DELAY"] = "200",
            ["OTEL_BLRP_SCHEDULE_DELAY"] = "200",
        };

    // Refused for good, down for now, a success that is none, taken, taken by mail, and the log.
    private static string RenderChannels(RepeatingReceiver receiver, MailServer mail) =>
        $$"""
            channels:
              - { name: teams, type: teams, address: "env:TEAMS_URL", allowPrivate: true }
              - { name: slack, type: slack, address: "{{VaultAndIdentity.CreateReference("slack")}}", allowPrivate: true }
              - { name: pager, type: pagerduty, routingKey: "{{VaultAndIdentity.CreateReference("pager")}}", endpoint: "{{new Uri(
                receiver.Address,
                "/200/enqueue"
            )}}", allowPrivate: true }
              - { name: hook, type: webhook, address: "env:Advisor__WebhookUrl", signingKey: "env:SIGNING_KEY", allowPrivate: true }
              - name: mail
                type: email
                host: 127.0.0.1
                port: {{mail.Port}}
                startTls: false
                user: advisor
                password: "env:MAIL_PASSWORD"
                from: advisor@example.com
                to: [team@example.com]
              - { name: log, type: console }
            teams:
              - { name: everybody, channels: [teams, slack, pager, hook, mail, log] }
            routes:
              - { team: everybody }
            """;
}
