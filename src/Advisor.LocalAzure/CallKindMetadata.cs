namespace Advisor.LocalAzure;

/// <summary>Marks an endpoint with the kind of its calls.</summary>
internal sealed record CallKindMetadata(CallKind Kind);
