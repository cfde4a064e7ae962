using System.Text;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tick;

/// <summary>
/// Input of a tick's batches, stored with the tick, so that planning the same tick again produces the same batches, or none. One bit per
/// resource.
/// </summary>
/// <param name="ListingHash">Hash of the listed ids.</param>
/// <param name="Evaluated">One bit per id in ascending order, base64: whether the tick evaluates it; null = all of them.</param>
/// <param name="OrphanedResources">Resources with an open change that are missing from the listing.</param>
public sealed record TickPlan(string ListingHash, string? Evaluated, IReadOnlyList<string> OrphanedResources)
{
    /// <summary>Creates the plan of a tick.</summary>
    /// <param name="listed">Ids of all listed resources.</param>
    /// <param name="isEvaluated">Whether the tick evaluates a resource.</param>
    public static TickPlan Create(IEnumerable<string> listed, Func<string, bool> isEvaluated, IReadOnlyList<string> orphaned)
    {
        var ids = Sort(listed);
        var bits = new byte[(ids.Length + 7) / 8];
        var all = true;
        for (var i = 0; i < ids.Length; i++)
        {
            if (isEvaluated(ids[i]))
            {
                bits[i / 8] |= (byte)(1 << (i % 8));
            }
            else
            {
                all = false;
            }
        }

        return new TickPlan(ComputeHash(ids), all ? null : Convert.ToBase64String(bits), orphaned);
    }

    /// <summary>
    /// Returns the ids that the tick evaluates; null if other resources are listed now, so that the same batches cannot be produced.
    /// </summary>
    public IReadOnlySet<string>? FindEvaluated(IEnumerable<string> listed)
    {
        var ids = Sort(listed);
        if (ComputeHash(ids) != ListingHash)
        {
            return null;
        }

        var bits = Evaluated is null ? null : Convert.FromBase64String(Evaluated);
        return ids.Where((_, i) => bits is null || (bits[i / 8] & (1 << (i % 8))) != 0).ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    private static string[] Sort(IEnumerable<string> ids) =>
        [.. ids.Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.OrdinalIgnoreCase)];

    private static string ComputeHash(string[] ids) => StateKeys.Hash(new StringBuilder("listing").AppendJoin('\n', ids).ToString());
}
