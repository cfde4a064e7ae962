using System.Collections.Concurrent;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Resolves the settings of resources; prints each problem of a resource once.</summary>
internal sealed class ReportedSettings(AdvisorConfiguration config, TextWriter error)
{
    private readonly ConcurrentDictionary<string, bool> reported = new(StringComparer.Ordinal);

    public ResourceSettings Resolve(FleetResource resource, DateTimeOffset now)
    {
        var result = config.ResolveSettings(resource, now);
        foreach (var problem in result.Problems.Where(p => reported.TryAdd($"{p.Source}/{resource.Id}/{p.Reason}", true)))
        {
            error.WriteLine(UntrustedText.Sanitize($"advisor: {resource.Name}: {problem.Source}: {problem.Reason}"));
        }

        return result.Settings;
    }
}
