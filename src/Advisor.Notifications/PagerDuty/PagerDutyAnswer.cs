using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.PagerDuty;

/// <summary>Reads a 2xx of PagerDuty, which says <c>"status": "success"</c> in JSON.</summary>
internal static class PagerDutyAnswer
{
    public static DeliveryReport Read(string body)
    {
        try
        {
            if (JsonNode.Parse(body) is JsonObject answer && answer["status"]?.ToString() == "success")
            {
                return DeliveryReport.Delivered;
            }
        }
        catch (JsonException)
        {
            // Whatever answered is not PagerDuty; told below.
        }

        return DeliveryReport.Later($"PagerDuty answered a success that says \"{UntrustedText.Excerpt(body.Trim(), 200)}\".");
    }
}
