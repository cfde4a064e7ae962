namespace Advisor.Functions.Triggers;

/// <summary>
/// Logs each completed tick, in a line that begins with the name of the metric. An alert rule fires when both the metric and the line are
/// absent.
/// </summary>
internal sealed class Heartbeat(ILogger<Heartbeat> logger)
{
    public const string Name = "advisor.heartbeat";

    public void Beat(DateTimeOffset tick) =>
        logger.LogInformation(Name + " tick {Tick} is complete.", tick.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'"));
}
