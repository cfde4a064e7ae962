using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Service.Notify;

namespace Advisor.Notifications.PagerDuty;

/// <summary>Reads a 2xx of PagerDuty, which says <c>"status": "success"</c> in JSON.</summary>
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
            // Whatever answered is not PagerDuty; reported below.
        }

        return DeliveryResult.RetryLater($"PagerDuty answered a success that says \"{UntrustedText.Excerpt(body.Trim(), 200)}\".");
    }
}
