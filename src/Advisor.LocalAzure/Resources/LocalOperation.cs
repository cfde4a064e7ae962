namespace Advisor.LocalAzure.Resources;

/// <summary>A change in progress: what it leads to and when. Its state follows from the clock; no timer runs.</summary>
internal sealed record LocalOperation(
    string Id,
    LocalResource Resource,
    LocalSku Sku,
    int Units,
    DateTimeOffset StartedAt,
    DateTimeOffset EndsAt,
    bool Fails
)
{
    public const string Running = "Running";
    public const string Succeeded = "Succeeded";
    public const string Failed = "Failed";

    /// <summary>Azure's word for where it stands. A stuck one ends at <see cref="DateTimeOffset.MaxValue"/>, which never comes.</summary>
    public string GetStatus(DateTimeOffset now) =>
        now < EndsAt ? Running
        : Fails ? Failed
        : Succeeded;
}
