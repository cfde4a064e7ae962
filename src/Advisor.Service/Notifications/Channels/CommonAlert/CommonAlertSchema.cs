using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels.Messages;
using Advisor.Service.Notifications.Channels.Webhook;

namespace Advisor.Service.Notifications.Channels.CommonAlert;

/// <summary>
/// Renders a message in the common alert schema of Azure Monitor, for receivers that already take the alerts of action groups: Logic Apps
/// and functions. <c>alertContext</c> has the fields of <see cref="CloudEvent"/>. Pure.
/// </summary>
/// <remarks>Source of the schema: learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema, essentials version 1.0.</remarks>
internal static class CommonAlertSchema
{
    private const int MaxLength = 4000;

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(Notification message) =>
        MessageJson.Serialize(
            new JsonObject
            {
                ["schemaId"] = "azureMonitorCommonAlertSchema",
                ["data"] = new JsonObject { ["essentials"] = CreateEssentials(message), ["alertContext"] = CloudEvent.CreateData(message) },
            }
        );

    private static JsonObject CreateEssentials(Notification message)
    {
        var resolved = message.Kind == AlertEventKind.Resolved;
        return MessageJson.DropNulls(
            new()
            {
                // The same in each message about the alert, so that its end closes it.
                ["alertId"] = ToLine(message.DedupKey),
                ["alertRule"] = ToLine(RenderedMessage.GetSubject(message)),
                ["severity"] = FormatSeverity(message.Severity),
                ["signalType"] = message.Topic is null ? "Metric" : "Activity Log",
                ["monitorCondition"] = resolved ? "Resolved" : "Fired",
                ["monitoringService"] = "Advisor",
                ["alertTargetIDs"] = MessageJson.CreateArray(ListTexts(message, resource => resource.Id?.ToLowerInvariant())),
                ["configurationItems"] = MessageJson.CreateArray(ListTexts(message, resource => resource.Name)),
                ["originAlertId"] = ToLine(message.EventId),
                ["firedDateTime"] = MessageJson.FormatTime(message.Since),
                ["description"] = ToLine(message.Text),
                ["essentialsVersion"] = "1.0",
                ["alertContextVersion"] = "1.0",
                ["resolvedDateTime"] = resolved ? MessageJson.FormatTime(message.At) : null,
                ["investigationLink"] = RenderedMessage.FindPage(message)?.AbsoluteUri,
            }
        );
    }

    // Sev0 is critical and Sev3 informational in Azure Monitor.
    private static string FormatSeverity(AlertSeverity severity) =>
        severity switch
        {
            AlertSeverity.Critical => "Sev0",
            AlertSeverity.Error => "Sev1",
            AlertSeverity.Warning => "Sev2",
            _ => "Sev3",
        };

    private static IEnumerable<JsonNode> ListTexts(Notification message, Func<NotificationResource, string?> read) =>
        message.Resources.Select(read).OfType<string>().Select(text => (JsonNode)JsonValue.Create(ToLine(text)));

    private static string ToLine(string text) => UntrustedText.Shorten(text, MaxLength);
}
