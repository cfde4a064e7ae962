namespace Advisor.Web.Telemetry;

/// <summary>Whether a target takes telemetry: says once that it does not, and again only after everything was taken.</summary>
/// <param name="target">Name of the target.</param>
/// <param name="credentials">Variable with what the target lets in.</param>
/// <param name="warn">Called with one sentence, which has no text of the receiver; from any thread.</param>
internal sealed class ExportStatus(string target, string credentials, Action<string> warn)
{
    // Traces, metrics and logs have an address each; one of them that fails while the others work is one warning too.
    private readonly HashSet<string> failing = new(StringComparer.Ordinal);

    /// <summary>Nothing was sent to an address of the target; empty = which one is not known.</summary>
    public void Fail(string address) =>
        Report(address, $"Telemetry cannot be sent to {target}; check the address, and whether it can be reached from here.");

    /// <summary>An address of the target has refused what was sent.</summary>
    /// <param name="status">HTTP or gRPC status.</param>
    public void Refuse(string address, string status) =>
        Report(address, $"Telemetry is refused by {target} ({status}); check the address and {credentials}.");

    /// <summary>An address of the target has taken what was sent.</summary>
    public void Succeed(string address)
    {
        lock (failing)
        {
            failing.Remove(address);
        }
    }

    private void Report(string address, string text)
    {
        lock (failing)
        {
            // No success ever ends what states no address, so that alone does not stand for the others.
            if (!failing.Add(address) || failing.Count(one => one == address || one.Length > 0) > 1)
            {
                return;
            }
        }

        warn(text + " Advisor goes on without.");
    }
}
