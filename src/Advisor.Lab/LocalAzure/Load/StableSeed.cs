namespace Advisor.Lab.LocalAzure.Load;

/// <summary>Seeds computed from names: unlike <see cref="string.GetHashCode()"/>, the same in every process.</summary>
internal static class StableSeed
{
    private const ulong Basis = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    /// <summary>Computes FNV-1a over the lower-case name, since ids are case-insensitive.</summary>
    public static ulong Compute(string name)
    {
        var hash = Basis;
        foreach (var c in name)
        {
            hash = unchecked((hash ^ char.ToLowerInvariant(c)) * Prime);
        }

        return hash;
    }
}
