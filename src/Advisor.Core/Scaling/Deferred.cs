using System.Collections;

namespace Advisor.Core.Scaling;

/// <summary>A list that is made when it is first read: of most decisions nobody reads the explanation. What it is made of never changes.</summary>
internal sealed class Deferred<T>(Func<IReadOnlyList<T>> make) : IReadOnlyList<T>
{
    private IReadOnlyList<T>? made;

    public int Count => Made.Count;

    private IReadOnlyList<T> Made => made ??= make();

    public T this[int index] => Made[index];

    public IEnumerator<T> GetEnumerator() => Made.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
