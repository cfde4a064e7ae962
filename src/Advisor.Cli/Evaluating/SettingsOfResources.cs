using System.Collections.Concurrent;
using Advisor.Core.Scaling;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Fleet;

namespace Advisor.Cli.Evaluating;

/// <summary>The settings of each resource from configuration and tags; keeps what could not be used, for the report.</summary>
internal sealed class SettingsOfResources(AdvisorConfiguration config, TimeSpan horizon)
{
    private readonly ConcurrentQueue<string> notes = [];

    /// <summary>What of tags or settings could not be used, in the order of discovery.</summary>
    public IReadOnlyList<string> Notes => [.. notes.Distinct(StringComparer.Ordinal)];

    public ResourceSettings Of(FleetResource resource, DateTimeOffset now)
    {
        var result = config.SettingsFor(resource, now, horizon);
        foreach (var problem in result.Problems)
        {
            notes.Enqueue($"{resource.Name}: {problem.Source}: {problem.Reason}");
        }

        return result.Settings;
    }
}
