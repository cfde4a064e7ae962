using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>Resolves the settings of each resource from configuration and tags; reports each problem of a resource once.</summary>
/// <param name="report">Receives the line of a problem: resource, source and reason.</param>
public sealed class ReportedSettings(AdvisorConfiguration config, Action<string> report)
{
    private readonly HashSet<string> reported = new(StringComparer.Ordinal);

    /// <summary>Returns the settings of a resource at an instant: its tags override the file.</summary>
    public ResourceSettings Resolve(FleetResource resource, DateTimeOffset now) =>
        Report(resource.Id, resource.Name, config.ResolveSettings(resource, now));

    /// <summary>Reports the problems of settings that were resolved elsewhere.</summary>
    public ResourceSettings Report(string id, string name, SettingsResult result)
    {
        foreach (var problem in result.Problems)
        {
            lock (reported)
            {
                if (reported.Add($"{problem.Source}/{id}/{problem.Reason}"))
                {
                    report(UntrustedText.Sanitize($"{name}: {problem.Source}: {problem.Reason}"));
                }
            }
        }

        return result.Settings;
    }
}
