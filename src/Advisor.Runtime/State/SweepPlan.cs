using System.Text;

namespace Advisor.Runtime.State;

/// <summary>
/// What the batches of a tick were made of, written with the tick: whoever sweeps the same tick again makes the same batches of it, or
/// none. Small: a bit for each resource.
/// </summary>
/// <param name="Listing">Hash of the ids that were listed.</param>
/// <param name="Awake">A bit for each of them in ascending order, base64: whether the tick evaluates it; null = all of them.</param>
/// <param name="Orphans">Resources with an open change that were not listed.</param>
public sealed record SweepPlan(string Listing, string? Awake, IReadOnlyList<string> Orphans)
{
    /// <param name="listed">Ids of all resources that were listed.</param>
    /// <param name="awake">Whether the tick evaluates a resource.</param>
    public static SweepPlan Of(IEnumerable<string> listed, Func<string, bool> awake, IReadOnlyList<string> orphans)
    {
        var ids = Sorted(listed);
        var bits = new byte[(ids.Length + 7) / 8];
        var all = true;
        for (var i = 0; i < ids.Length; i++)
        {
            if (awake(ids[i]))
            {
                bits[i / 8] |= (byte)(1 << (i % 8));
            }
            else
            {
                all = false;
            }
        }

        return new SweepPlan(HashOf(ids), all ? null : Convert.ToBase64String(bits), orphans);
    }

    /// <summary>The ids that the tick evaluates; null where other resources were listed then: the same batches cannot be made.</summary>
    public IReadOnlySet<string>? AwakeOf(IEnumerable<string> listed)
    {
        var ids = Sorted(listed);
        if (HashOf(ids) != Listing)
        {
            return null;
        }

        var bits = Awake is null ? null : Convert.FromBase64String(Awake);
        return ids.Where((_, i) => bits is null || (bits[i / 8] & (1 << (i % 8))) != 0).ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    private static string[] Sorted(IEnumerable<string> ids) =>
        [.. ids.Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.OrdinalIgnoreCase)];

    private static string HashOf(string[] ids) => StateKeys.Hash(new StringBuilder("listing").AppendJoin('\n', ids).ToString());
}
