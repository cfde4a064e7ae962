using System.Diagnostics.Metrics;
using System.Globalization;

namespace Advisor.Functions.Triggers;

/// <summary>Says that a sweep was completed: a metric, and a line that begins with its name. An alert rule fires where neither comes.</summary>
internal sealed class Heartbeat(IMeterFactory meters, ILogger<Heartbeat> logger)
{
    public const string Name = "advisor.heartbeat";

    private readonly Counter<int> counter = meters.Create("Advisor").CreateCounter<int>(Name, "{sweep}", "Sweeps over the whole fleet that were completed.");

    public void Beat(DateTimeOffset tick)
    {
        counter.Add(1);
        logger.LogInformation(Name + " the sweep of {Tick} is complete.", tick.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture));
    }
}
