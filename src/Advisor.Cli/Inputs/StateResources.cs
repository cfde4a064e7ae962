using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;

namespace Advisor.Cli.Inputs;

/// <summary>Finds the resources of a state that a command names.</summary>
internal static class StateResources
{
    private const int SnapshotsOfPage = 500;

    /// <param name="resource">Id, or the name of one resource in the state.</param>
    /// <exception cref="CommandException">The state has none or several of that name.</exception>
    public static async Task<string> FindIdAsync(AdvisorState state, string resource, CancellationToken cancellation)
    {
        if (resource.StartsWith('/'))
        {
            return resource;
        }

        var found = new List<string>();
        SnapshotPosition? position = null;
        do
        {
            var page = await state.Snapshots.ListAsync(position, SnapshotsOfPage, cancellation);
            found.AddRange(
                page.Snapshots.Select(snapshot => ResourceSnapshot.Read(snapshot.Version, snapshot.Content))
                    .Where(known => string.Equals(known?.Name, resource, StringComparison.OrdinalIgnoreCase))
                    .Select(known => known!.Id)
            );
            position = page.Next;
        } while (position is not null);

        return found switch
        {
            [var only] => only,
            [] => throw CreateUnknown(resource),
            _ => throw new CommandException(
                ExitCodes.Usage,
                $"the state has {found.Count} resources '{UntrustedText.Sanitize(resource)}'; use the id, such as "
                    + $"{UntrustedText.Sanitize(found[0])}."
            ),
        };
    }

    /// <summary>Reads a resource as it was last listed.</summary>
    /// <inheritdoc cref="FindIdAsync"/>
    public static async Task<FleetResource> ReadAsync(AdvisorState state, string resource, CancellationToken cancellation)
    {
        var known = await state.LoadAsync(await FindIdAsync(state, resource, cancellation), cancellation);
        return (known.Snapshot is { } snapshot ? ResourceSnapshot.Read(snapshot.Version, snapshot.Content) : null)
            ?? throw CreateUnknown(resource);
    }

    private static CommandException CreateUnknown(string resource) =>
        new(ExitCodes.NotFound, $"the state has no resource '{UntrustedText.Sanitize(resource)}'.");
}
