namespace Advisor.Runtime.State;

/// <summary>How the rows of this store are spread; fixed when the store is made.</summary>
internal sealed record StoreLayout(int Buckets);
