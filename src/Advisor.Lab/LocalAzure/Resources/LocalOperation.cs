using System.Buffers.Binary;
using Advisor.Lab.LocalAzure.Load;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>A change in progress: its target and its end. Its state is computed from the clock, without a timer.</summary>
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

    /// <summary>
    /// Returns Azure's status of the operation. A stuck one ends at <see cref="DateTimeOffset.MaxValue"/>, that is never.
    /// </summary>
    public string GetStatus(DateTimeOffset now) =>
        now < EndsAt ? Running
        : Fails ? Failed
        : Succeeded;

    /// <summary>Creates the id of an operation from its resource and its number: the same run gives the same ids.</summary>
    public static string CreateId(string resourceId, int number)
    {
        var bytes = new byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, StableSeed.Compute(resourceId));
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(sizeof(ulong)), number);
        return new Guid(bytes).ToString();
    }
}
