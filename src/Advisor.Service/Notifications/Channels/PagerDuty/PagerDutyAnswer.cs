using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels.PagerDuty;

/// <summary>Reads a 2xx response of PagerDuty, which contains <c>"status": "success"</c> in JSON.</summary>
internal static class PagerDutyAnswer
{
    public static DeliveryResult Read(string body)
    {
        try
        {
            if (JsonNode.Parse(body) is JsonObject answer && answer["status"]?.ToString() == "success")
            {
                return DeliveryResult.Delivered;
            }
        }
        catch (JsonException)
        {
            // The response is not from PagerDuty; reported below.
        }

        return DeliveryResult.RetryLater($"PagerDuty reported success with the text \"{UntrustedText.Shorten(body.Trim(), 200)}\".");
    }
}
