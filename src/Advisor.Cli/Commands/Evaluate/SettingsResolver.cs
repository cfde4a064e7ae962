using System.Collections.Concurrent;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>The settings of each resource from configuration and tags; keeps what could not be used, for the report.</summary>
internal sealed class SettingsResolver(AdvisorConfiguration config, TimeSpan horizon)
{
    private readonly ConcurrentQueue<string> notes = [];

    /// <summary>What of tags or settings could not be used, in the order of discovery.</summary>
    public IReadOnlyList<string> Notes => [.. notes.Distinct(StringComparer.Ordinal)];

    public ResourceSettings Resolve(FleetResource resource, DateTimeOffset now)
    {
        var result = config.ResolveSettings(resource, now, horizon);
        foreach (var problem in result.Problems)
        {
            notes.Enqueue($"{resource.Name}: {problem.Source}: {problem.Reason}");
        }

        return result.Settings;
    }
}
