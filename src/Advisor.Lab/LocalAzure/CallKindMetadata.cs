namespace Advisor.Lab.LocalAzure;

/// <summary>Endpoint metadata: the kind of its calls.</summary>
internal sealed record CallKindMetadata(CallKind Kind);
