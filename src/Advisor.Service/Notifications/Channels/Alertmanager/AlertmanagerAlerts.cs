using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Channels.Messages;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Channels.Alertmanager;

/// <summary>
/// Alerts for POST /api/v2/alerts of Alertmanager. An alert is known by its labels: they are the same in every message about it, except
/// <c>severity</c>, which routes it: a new severity ends the alert of the one before. Pure.
/// </summary>
internal static class AlertmanagerAlerts
{
    /// <summary>Path of the API, under the address of the server.</summary>
    public const string Path = "/api/v2/alerts";

    // An alert without an end is over after resolve_timeout, 5 minutes. Advisor repeats an alert that lasts, at the latest after 30 days
    // (rules/alerts.yaml), and says when it ends.
    private static readonly TimeSpan FiringFor = TimeSpan.FromDays(31);

    // A notice is about a moment, and nothing ends it.
    private static readonly TimeSpan NoticeFor = TimeSpan.FromDays(1);

    private static readonly TextLimits Room = new(200, 1000, 20);

    /// <summary>Renders the body of the request, UTF-8 JSON.</summary>
    public static byte[] Render(Notification message)
    {
        var resolved = message.Kind == AlertEventKind.Resolved;
        var ended = ListEnded(message).Where(severity => severity != message.Severity);
        return MessageJson.Serialize(
            MessageJson.CreateArray([
                CreateAlert(message, message.Severity, resolved),
                .. ended.Select(severity => CreateAlert(message, severity, ends: true)),
            ])
        );
    }

    // The last message ends every severity that the alert may have had: a message between may never have arrived, and its alert would fire
    // for a month.
    private static IEnumerable<AlertSeverity> ListEnded(Notification message) =>
        message switch
        {
            { Kind: AlertEventKind.Updated, PreviousSeverity: { } previous } => [previous],
            { Kind: AlertEventKind.Resolved, Severities: { } known } => known,
            { Kind: AlertEventKind.Updated or AlertEventKind.Resolved } => Enum.GetValues<AlertSeverity>(),
            _ => [],
        };

    private static JsonObject CreateAlert(Notification message, AlertSeverity severity, bool ends)
    {
        // An end that Alertmanager's clock has not reached is not accepted, the one in 31 days would stay; nor is one at the start.
        var end =
            message.At
            + (
                ends ? -ClockMark.Tolerance
                : message.Topic is null ? FiringFor
                : NoticeFor
            );
        var start = message.Since < end ? message.Since : end.AddMilliseconds(-1);
        return MessageJson.DropNulls(
            new()
            {
                ["labels"] = CreateLabels(message, severity),
                ["annotations"] = CreateAnnotations(message),
                ["startsAt"] = MessageJson.FormatTime(start),
                ["endsAt"] = MessageJson.FormatTime(end),
                ["generatorURL"] = RenderedMessage.FindPage(message)?.AbsoluteUri,
            }
        );
    }

    private static JsonObject CreateLabels(Notification message, AlertSeverity severity)
    {
        var resource = message.Incident is null && message.Resources.Count == 1 ? message.Resources[0] : null;
        return MessageJson.DropNulls(
            new()
            {
                ["alertname"] = ToLine(message.Incident ?? RenderedMessage.GetSubject(message)),
                ["severity"] = severity.FormatName(),
                ["dedup_key"] = ToLine(message.DedupKey),
                ["source"] = "advisor",
                ["team"] = ToLineIfAny(message.Team),
                ["resource"] = ToLineIfAny(resource?.Name),
                ["resource_id"] = ToLineIfAny(resource?.Id),
                ["region"] = ToLineIfAny(resource?.Region),
            }
        );
    }

    private static JsonObject CreateAnnotations(Notification message)
    {
        var content = RenderedMessage.Render(message, Room);
        var annotations = new JsonObject
        {
            ["summary"] = content.Title,
            ["description"] = string.Join(
                "; ",
                content.Lines.Select(line => line.Text.TrimEnd('.')).Prepend(content.Text).Where(text => text.Length > 0)
            ),
        };
        foreach (var (label, value) in content.Facts.Select(fact => (fact.Label, fact.Value)))
        {
            annotations[ToName(label)] = value;
        }

        foreach (var link in content.Links)
        {
            annotations[ToName(link.Text) + "_link"] = link.Target.AbsoluteUri;
        }

        return annotations;
    }

    private static string ToName(string label) => label.ToLowerInvariant().Replace(' ', '_');

    private static string? ToLineIfAny(string? text) => string.IsNullOrWhiteSpace(text) ? null : ToLine(text);

    private static string ToLine(string text) => UntrustedText.Shorten(text, Room.Text);
}
