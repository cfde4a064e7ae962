using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels.Slack;

/// <summary>Reads a 200 of Slack: only the text "ok", or JSON with <c>"ok": true</c>, confirms the message.</summary>
internal static class SlackAnswer
{
    private static readonly string[] Passing =
    [
        "ratelimited",
        "rate_limited",
        "internal_error",
        "fatal_error",
        "service_unavailable",
        "request_timeout",
    ];

    private static readonly string[] Dead =
    [
        "no_service",
        "no_service_id",
        "no_active_hooks",
        "invalid_token",
        "token_revoked",
        "account_inactive",
        "channel_not_found",
        "channel_is_archived",
        "is_archived",
        "team_disabled",
        "no_team",
        "action_prohibited",
        "not_in_channel",
        "invalid_auth",
    ];

    public static DeliveryResult Read(string body)
    {
        var error = ParseError(body);
        var problem = $"Slack answered 200 with \"{UntrustedText.Shorten(error ?? "", 200)}\"";
        return error switch
        {
            null => DeliveryResult.Delivered,
            _ when Passing.Contains(error) => DeliveryResult.RetryLater(problem + "."),
            _ when Dead.Contains(error) => DeliveryResult.ChannelUnhealthy(
                problem + "; check that the webhook and its channel still exist."
            ),
            _ => DeliveryResult.Refused(problem + "."),
        };
    }

    // Null if there is no error.
    private static string? ParseError(string body)
    {
        var text = body.Trim();
        try
        {
            if (text.StartsWith('{') && JsonNode.Parse(text) is JsonObject answer && answer["ok"] is JsonValue ok)
            {
                return ok.GetValueKind() == JsonValueKind.True ? null : answer["error"]?.ToString() ?? "no reason given";
            }
        }
        catch (JsonException)
        {
            // Not JSON: the text itself is the error.
        }

        return text == "ok" ? null
            : text.Length == 0 ? "nothing"
            : text;
    }
}
