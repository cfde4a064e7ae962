using System.Globalization;
using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Reads from Azure's Activity Log who wrote a resource. Nothing of it is used for decisions.</summary>
internal sealed class ActivityLogReader(AzureCalls calls, ArmPipeline arm)
{
    private const string Version = "2015-04-01";

    // Limits of its own: a log that fails or throttles stops no other call.
    private const string Endpoint = "the Activity Log";

    private const string Right = "Monitoring Reader (Microsoft.Insights/eventtypes/values/read) on the subscription";

    // Names of Microsoft's own clients; others appear with their application id.
    private static readonly Dictionary<string, string> Clients = new(StringComparer.OrdinalIgnoreCase)
    {
        ["04b07795-8ddb-461a-bbee-02f9e1bf7b46"] = "Azure CLI",
        ["1950a258-227b-4e31-a9cf-717495945fc2"] = "Azure PowerShell",
        ["c44b4083-3bb0-49c1-b47d-974e53cbdf3c"] = "Azure portal",
    };

    /// <summary>Returns the last writer of a resource in a window; the failure if the log could not be read.</summary>
    public Task<SizeChangerAnswer> FindAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset until,
        CancellationToken cancellation
    ) =>
        calls.ReadAsync(
            CallName.ReadActivityLog,
            new CallTarget(Endpoint, ResourceIds.GetSubscription(resourceId)),
            token => ReadAsync(resourceId, from, until, token),
            fault => new SizeChangerAnswer(null, AzureFailures.Describe($"the Activity Log of {resourceId}", fault, Right)),
            cancellation
        );

    private async Task<SizeChangerAnswer> ReadAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset until,
        CancellationToken cancellation
    )
    {
        var filter =
            $"eventTimestamp ge '{FormatTime(from)}' and eventTimestamp le '{FormatTime(until)}' and resourceUri eq '{resourceId}'";
        var path =
            $"/subscriptions/{ResourceIds.GetSubscription(resourceId)}/providers/Microsoft.Insights/eventtypes/management/values"
            + $"?$filter={Uri.EscapeDataString(filter)}";
        var writes = new List<JsonElement>();
        await foreach (var entry in ArmPages.ReadAsync(arm, path, Version, cancellation))
        {
            writes.AddRange(IsWrite(entry) ? [entry.Clone()] : []);
        }

        // A refused operation has an event for its begin, too. The log has the newest first, which counts where two have the same time.
        var refused = writes.Where(HasFailed).Select(ReadCorrelation).OfType<string>().ToHashSet(StringComparer.OrdinalIgnoreCase);
        var writers = writes
            .Where(entry => !HasFailed(entry) && !(ReadCorrelation(entry) is { } id && refused.Contains(id)))
            .Select(ParseWriter)
            .OfType<SizeChanger>();
        return new SizeChangerAnswer(writers.MaxBy(writer => writer.At), null);
    }

    private static bool IsWrite(JsonElement entry) =>
        ReadValue(entry, "operationName") is { } operation
        && operation.StartsWith("Microsoft.SignalRService/", StringComparison.OrdinalIgnoreCase)
        && operation.EndsWith("/write", StringComparison.OrdinalIgnoreCase);

    private static bool HasFailed(JsonElement entry) =>
        string.Equals(ReadValue(entry, "status"), "Failed", StringComparison.OrdinalIgnoreCase);

    private static string? ReadCorrelation(JsonElement entry) => ResourceJson.GetText(entry, "correlationId");

    /// <summary>Returns the writer of an event; null for one without a caller or a time.</summary>
    private static SizeChanger? ParseWriter(JsonElement entry)
    {
        var claims = ResourceJson.GetChild(entry, "claims");
        return
            DateTimeOffset.TryParse(
                ResourceJson.GetText(entry, "eventTimestamp"),
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                out var at
            ) && FindCaller(entry, claims) is { } caller
            ? new SizeChanger(caller, FindClient(claims), at)
            : null;
    }

    // A person has a name. A managed identity has a resource, an application only its id: the log does not hold its name.
    private static string? FindCaller(JsonElement entry, JsonElement claims)
    {
        var caller = ResourceJson.GetText(entry, "caller");
        return caller is { Length: > 0 } && !Guid.TryParse(caller, out _) ? caller
            : ResourceJson.GetText(claims, "xms_mirid") is { } identity ? $"identity {ResourceIds.GetName(identity)}"
            : ResourceJson.GetText(claims, "appid") is { Length: > 0 } application ? $"application {application}"
            : caller is { Length: > 0 } ? $"object {caller}"
            : null;
    }

    // An application that signs in by itself is the caller, and no client of one.
    private static string? FindClient(JsonElement claims) =>
        ResourceJson.GetText(claims, "appid") is not { Length: > 0 } application ? null
        : Clients.TryGetValue(application, out var name) ? name
        : string.Equals(ResourceJson.GetText(claims, "idtyp"), "app", StringComparison.OrdinalIgnoreCase) ? null
        : $"application {application}";

    private static string? ReadValue(JsonElement entry, string name) => ResourceJson.GetText(ResourceJson.GetChild(entry, name), "value");

    private static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
}
