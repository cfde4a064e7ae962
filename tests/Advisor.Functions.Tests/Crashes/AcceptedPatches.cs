using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;
using Advisor.HostStandIn;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>A change that Azure accepted.</summary>
internal sealed record AcceptedPatch(string ResourceId, int Units, DateTimeOffset At);

/// <summary>Every PATCH that the loopback Azure accepted, whether or not its sender got the answer.</summary>
internal sealed class AcceptedPatches(TimeProvider clock)
{
    private readonly ConcurrentQueue<AcceptedPatch> accepted = new();

    public IReadOnlyList<AcceptedPatch> Accepted => [.. accepted];

    /// <summary>Takes note of a request that was answered.</summary>
    public void See(ProxiedRequest call, HttpStatusCode status)
    {
        if (call.Method == "PATCH" && status is (HttpStatusCode.Accepted or HttpStatusCode.OK))
        {
            using var document = JsonDocument.Parse(call.Body);
            var units = document.RootElement.GetProperty("sku").GetProperty("capacity").GetInt32();
            accepted.Enqueue(new AcceptedPatch(call.Path.Split('?')[0], units, clock.GetUtcNow()));
        }
    }
}
