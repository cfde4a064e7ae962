using System.Text.Json;
using Advisor.Azure.Resilience;

namespace Advisor.Azure.Resources;

/// <summary>Reads the scaling context of a subscription's resources: Azure autoscale.</summary>
internal sealed class ScalingContext(AzureCalls calls, ArmPipeline arm)
{
    private const string AutoscaleVersion = "2015-04-01";

    /// <summary>
    /// Returns the names of the enabled autoscale settings by the id of their target, ignoring case; one call per subscription.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, string>> ListAutoscaleAsync(string subscription, CancellationToken cancellation) =>
        await calls.ReadAsync(
            CallName.ListAutoscale,
            new CallTarget(arm.Host, subscription),
            token => ReadAutoscaleAsync(subscription, token),
            cancellation
        );

    private async Task<IReadOnlyDictionary<string, string>> ReadAutoscaleAsync(string subscription, CancellationToken cancellation)
    {
        var enabled = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var path = $"/subscriptions/{subscription}/providers/Microsoft.Insights/autoscalesettings";
        await foreach (var setting in ArmPages.ReadAsync(arm, path, AutoscaleVersion, cancellation))
        {
            // A setting that does not state whether it is enabled counts as enabled.
            var properties = ResourceJson.GetChild(setting, "properties");
            var isOff = ResourceJson.GetChild(properties, "enabled") is { ValueKind: JsonValueKind.False };
            if (!isOff && ResourceJson.GetText(properties, "targetResourceUri") is { } target)
            {
                enabled[target.TrimEnd('/')] =
                    ResourceJson.GetText(setting, "name") ?? ResourceJson.GetText(properties, "name") ?? "unnamed";
            }
        }

        return enabled;
    }
}
