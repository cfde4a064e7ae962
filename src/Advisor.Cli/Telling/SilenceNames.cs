using Advisor.Cli.Inputs;
using Advisor.Reporting;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Cli.Telling;

/// <summary>Holds the names of a new silence against what is known, so that a misspelt one does not keep quiet about nothing.</summary>
internal static class SilenceNames
{
    private const int PageSize = 500;

    /// <summary>Conditions must be those of the rules; teams and channels those of advisor.yaml where it has any.</summary>
    /// <exception cref="CommandException">An unknown name.</exception>
    public static void Require(CliEdge edge, IReadOnlyDictionary<string, string> matchers)
    {
        var rules = RulesInput.Load(edge, null);
        Require("alert", rules.Alerts.Conditions.Select(c => c.Id));
        if (ConfigInput.Load(edge, null, rules).Routing is { } routing)
        {
            Require("team", routing.Teams.Select(t => t.Name));
            Require("channel", routing.Channels.Select(c => c.Name));
        }

        void Require(string label, IEnumerable<string> names)
        {
            var known = names.Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal).ToList();
            if (!matchers.TryGetValue(label, out var name) || known.Contains(name, StringComparer.OrdinalIgnoreCase))
            {
                return;
            }

            var hint = ParseErrors.Nearest(name, known) is { } near ? $"did you mean '{near}'?" : $"known are {string.Join(", ", known)}.";
            throw new CommandException(ExitCodes.Usage, $"--match: there is no {label} '{OutsideText.Plain(name)}'; {hint}");
        }
    }

    /// <summary>A resource may be silenced before it is discovered: a warning, no refusal.</summary>
    public static async Task WarnAsync(CliEdge edge, IReadOnlyDictionary<string, string> matchers, AdvisorState state, CancellationToken cancellation)
    {
        if (!matchers.TryGetValue("resource", out var id))
        {
            return;
        }

        var ids = new List<string>();
        for (var (page, more) = ((SnapshotPosition?)null, true); more;)
        {
            var read = await state.SnapshotsAsync(page, PageSize, cancellation);
            ids.AddRange(read.Snapshots.Select(s => ResourceSnapshot.Read(s.Version, s.Content)?.Id).OfType<string>());
            (page, more) = (read.Next, read.Next is not null);
        }

        if (!ids.Contains(id, StringComparer.OrdinalIgnoreCase))
        {
            var sameName = ids.Find(known => string.Equals(ResourceIds.NameOf(known), ResourceIds.NameOf(id), StringComparison.OrdinalIgnoreCase));
            var hint = sameName is null ? "it takes effect once the resource is discovered" : $"did you mean {OutsideText.Plain(sameName)}?";
            await edge.Error.WriteLineAsync($"advisor: warning: no monitored resource has the id '{OutsideText.Plain(id)}' today: {hint}".AsMemory(), cancellation);
        }
    }
}
