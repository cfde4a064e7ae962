using System.Collections.Concurrent;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Resolves the settings of each resource from configuration and tags, and collects problems for the report.</summary>
internal sealed class SettingsResolver(AdvisorConfiguration config)
{
    private readonly ConcurrentQueue<string> notes = [];

    /// <summary>Problems in tags or settings, in the order of discovery.</summary>
    public IReadOnlyList<string> Notes => [.. notes.Distinct(StringComparer.Ordinal)];

    public ResourceSettings Resolve(FleetResource resource, DateTimeOffset now)
    {
        var result = config.ResolveSettings(resource, now);
        foreach (var problem in result.Problems)
        {
            notes.Enqueue(UntrustedText.Sanitize($"{resource.Name}: {problem.Source}: {problem.Reason}"));
        }

        return result.Settings;
    }
}
