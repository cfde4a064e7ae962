namespace Advisor.Web.Telemetry;

/// <summary>
/// Addresses of collectors of OTLP. That of a signal is used as it is, in place of the general one, to which the exporter appends the path
/// of the signal. A signal without either is not sent.
/// </summary>
/// <param name="All">General address; null = none.</param>
public sealed record CollectorAddresses(Uri? All, Uri? Traces, Uri? Metrics, Uri? Logs)
{
    /// <summary>Address to name for all of them; null = there is none.</summary>
    public Uri? First => All ?? Traces ?? Metrics ?? Logs;
}
