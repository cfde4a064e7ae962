using System.Globalization;

namespace Advisor.Functions.Triggers;

/// <summary>
/// Logs that a tick completed, in a line that begins with the name of the metric. An alert rule fires where neither comes.
/// </summary>
internal sealed class Heartbeat(ILogger<Heartbeat> logger)
{
    public const string Name = "advisor.heartbeat";

    public void Beat(DateTimeOffset tick) =>
        logger.LogInformation(
            Name + " tick {Tick} is complete.",
            tick.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture)
        );
}
